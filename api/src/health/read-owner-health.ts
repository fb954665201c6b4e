import { statfs } from 'node:fs/promises';
import { BackupState } from '@voordeur/contracts/db';
import {
  type HealthAnswer,
  type HealthProblem,
  healthProblems,
  sourceReading,
} from '@voordeur/contracts/http';
import { daysUntil, healthLimits, isDiskLow, oldestJobMs } from '@voordeur/server';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import type { EntityManager } from 'typeorm';
import { readEndpointStates } from '../deliveries/read-endpoints.js';
import type { Config } from '../platform/config.js';
import type { NewestRelease } from './newest-release.js';
import type { OwnCertificate } from './own-certificate.js';

const redisWithinMs = 1_000;

/** The facts an owner may want without a terminal. Throws if Postgres can't be reached. */
export async function readOwnerHealth(
  db: EntityManager,
  queues: Queue[],
  { siteBuild, appVersion }: Pick<Config, 'siteBuild' | 'appVersion'>,
  elsewhere: { certificate: OwnCertificate; newestRelease: NewestRelease },
): Promise<HealthAnswer> {
  const [
    oldestJobSeconds,
    endpoints,
    failedNotices,
    oldCalendars,
    backup,
    files,
    disk,
    certificate,
    newerVersion,
  ] = await Promise.all([
    readOldestJob(queues),
    readEndpointStates(db),
    countFailedNotices(db),
    countOldCalendars(db),
    db.findOneBy(BackupState, { only: true }),
    countFiles(db),
    readDisk(siteBuild),
    elsewhere.certificate.read(),
    elsewhere.newestRelease.read(),
  ]);
  const facts = {
    oldestJobSeconds,
    failedDeliveries: endpoints.reduce((sum, { failed }) => sum + failed, 0),
    endpointsOff: endpoints.filter(({ offSince }) => offSince !== null).length,
    failedNotices,
    oldCalendars,
    lastBackupAt: backup?.succeededAt.toISOString() ?? null,
    files,
    disk,
    certificate: certificate && {
      expiresAt: certificate.expiresAt.toISOString(),
      daysLeft: daysUntil(certificate.expiresAt, new Date()),
    },
    version: appVersion,
    newerVersion,
  };
  return { problems: findProblems(facts, certificate?.refusedFor ?? null), ...facts };
}

function findProblems(
  facts: Omit<HealthAnswer, 'problems'>,
  certificateRefusedFor: string | null,
): HealthProblem[] {
  const { oldestJobSeconds, lastBackupAt, disk, certificate } = facts;
  const oldBackup = Date.now() - healthLimits.backupHours * 3_600_000;
  const found: Record<HealthProblem, boolean> = {
    'queue-away': oldestJobSeconds === null,
    'jobs-waiting': oldestJobSeconds !== null && oldestJobSeconds > healthLimits.oldestJobSeconds,
    'disk-low': disk !== null && isDiskLow(disk),
    'certificate-refused': certificateRefusedFor !== null,
    'certificate-ending':
      certificateRefusedFor === null &&
      certificate !== null &&
      certificate.daysLeft < healthLimits.certificateDays,
    'deliveries-failed': facts.failedDeliveries > 0,
    'endpoints-off': facts.endpointsOff > 0,
    'notices-failed': facts.failedNotices > 0,
    'calendars-old': (facts.oldCalendars ?? 0) > 0,
    'backup-missing': lastBackupAt === null,
    'backup-old': lastBackupAt !== null && Date.parse(lastBackupAt) < oldBackup,
  };
  return healthProblems.filter((problem) => found[problem]);
}

/** Null if Redis doesn't answer. */
async function readOldestJob(queues: Queue[]): Promise<number | null> {
  try {
    const waits = await pTimeout(Promise.all(queues.map((queue) => oldestJobMs(queue))), {
      milliseconds: redisWithinMs,
    });
    return Math.floor(Math.max(0, ...waits) / 1_000);
  } catch {
    return null;
  }
}

/** Not the confirmations: those go to addresses that strangers typed. */
async function countFailedNotices(db: EntityManager): Promise<number> {
  const [row]: { count: number }[] = await db.query(
    `select count(*)::int as count from outbox
    where destination = 'smtp' and state = 'failed' and type <> 'confirm' and created_at > now() - interval '7 days'`,
  );
  return row?.count ?? 0;
}

/** Also those that were added an hour ago and never read. */
async function countOldCalendars(db: EntityManager): Promise<number> {
  const [row]: { count: number }[] = await db.query(
    `select count(*)::int as count from calendar_sources
    where coalesce(read_at, added_at) < now() - make_interval(mins => $1)`,
    [sourceReading.staleMinutes],
  );
  return row?.count ?? 0;
}

/** Their bytes are those of what is kept of them. */
async function countFiles(db: EntityManager): Promise<NonNullable<HealthAnswer['files']>> {
  const [row]: [{ count: number; bytes: string }] = await db.query(
    `select count(distinct media_id)::int as count, coalesce(sum(octet_length(data)), 0) as bytes
    from media_parts where file <> ''`,
  );
  return { count: row.count, bytes: Number(row.bytes) };
}

/** The disk that the site's build is on: the data of local processes and Docker's volumes are on the same one. */
async function readDisk(folder: string): Promise<HealthAnswer['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
