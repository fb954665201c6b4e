import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@voordeur/contracts/db';
import { queueNames, queuePrefix } from '@voordeur/contracts/jobs';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { post, signup } from '@voordeur/e2e/helpers/post.js';
import { pidOfPart } from '../measuring/process.js';

/** Where something happens. */
interface Target extends Pick<Settings, 'localDir' | 'databaseUrl' | 'redisUrl'> {
  baseUrl: string;
}

/** Real causes that make alerts fire. */
export interface Cause {
  alerts: string[];
  /** Resolves to what ends it, if it ends. The alerts must then be resolved too. */
  begin: (target: Target) => Promise<(() => Promise<unknown>) | undefined>;
}

/** A real one for each alert. Services come last, because their alerts hold others back. */
export const causes: Cause[] = [
  // The certificate of the drill is short, and its rules call a disk full that is not.
  { alerts: ['CertificateEnds', 'DiskFull', 'NeverBackedUp'], begin: () => Promise.resolve(undefined) },
  { alerts: ['NoBackup'], begin: makeOldBackup },
  { alerts: ['DeliveryFailed'], begin: failDelivery },
  { alerts: ['RollupDrift'], begin: miscount },
  { alerts: ['JobGivenUp'], begin: refuseRetention },
  { alerts: ['EffectsWait'], begin: planMailWithoutServer },
  { alerts: ['OldestJob'], begin: lockLeads },
  { alerts: ['EventLoopDelay'], begin: stopAgainAndAgain },
  { alerts: ['RedisFull', 'ErrorRate'], begin: fillRedis },
  { alerts: ['SiteDown', 'TargetDown'], begin: ({ localDir }) => takeDown(localDir, 'api-1') },
  { alerts: ['RedisDown'], begin: ({ localDir }) => takeDown(localDir, 'redis') },
  { alerts: ['PostgresDown'], begin: ({ localDir }) => takeDown(localDir, 'postgres') },
];

/** As the backup writes it, but of 27 hours ago. */
function makeOldBackup({ localDir }: Target): Promise<undefined> {
  const seconds = Math.round(Date.now() / 1_000) - 27 * 3_600;
  const file = join(localDir, 'metrics/voordeur_backup.prom');
  writeFileSync(file, `voordeur_backup_last_success_timestamp_seconds ${seconds}\n`);
  return Promise.resolve(undefined);
}

/** Its endpoint answers 500, and there is one attempt. */
async function failDelivery({ baseUrl }: Target): Promise<undefined> {
  await post(`${baseUrl}/api/unsubscribe`, { email: 'somebody@example.org' });
}

/** The worker may not delete what it has to, and there is one attempt. */
async function refuseRetention({ databaseUrl, redisUrl }: Target): Promise<() => Promise<unknown>> {
  const change = (sql: string) => withPostgres(databaseUrl, (db) => db.query(sql));
  await change(`revoke delete on security_events from ${roles.worker}`);
  const queue = new Queue(queueNames.maintenance, { connection: { url: redisUrl }, prefix: queuePrefix });
  await queue.add('apply-retention', {}, { removeOnFail: true });
  await queue.close();
  return () => change(`grant delete on security_events to ${roles.worker}`);
}

async function miscount({ databaseUrl, redisUrl }: Target): Promise<undefined> {
  await withPostgres(databaseUrl, (db) => db.query('update visits_by_hour set people = people + 1'));
  const queue = new Queue(queueNames.maintenance, { connection: { url: redisUrl }, prefix: queuePrefix });
  await queue.add('reconcile-rollups', {}, { removeOnComplete: true });
  await queue.close();
}

/** Nobody takes it. */
async function planMailWithoutServer({ databaseUrl }: Target) {
  const id = uuidv7();
  await withPostgres(databaseUrl, (db) =>
    db.query(
      `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
      values ($1, 'mail', 'smtp', 'confirm', $1, '{}', now(), now() - interval '1 hour')`,
      [id],
    ),
  );
  return () => withPostgres(databaseUrl, (db) => db.query('delete from outbox where id = $1', [id]));
}

/** Two are in hand, and wait for the table; the others wait in the queue. */
async function lockLeads({ baseUrl, databaseUrl }: Target) {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  await db.query('begin');
  await db.query('lock table leads in access exclusive mode');
  for (let count = 0; count < 5; count += 1) await post(`${baseUrl}/api/newsletter-signup`, signup());
  return () => db.end();
}

/** The worker, for four tenths of each half second. */
function stopAgainAndAgain({ localDir }: Target) {
  const pid = pidOfPart(localDir, 'worker-1');
  const timer = setInterval(() => {
    process.kill(pid, 'SIGSTOP');
    setTimeout(() => process.kill(pid, 'SIGCONT'), 400);
  }, 500);
  return Promise.resolve(() => {
    clearInterval(timer);
    return Promise.resolve();
  });
}

/** So that the api refuses visits. */
async function fillRedis({ baseUrl, redisUrl }: Target) {
  const redis = new Redis(redisUrl);
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory', Math.round(used * 1.2));
  const timer = setInterval(() => void post(`${baseUrl}/api/visit`, { page: '/' }), 200);
  return async () => {
    clearInterval(timer);
    await redis.config('SET', 'maxmemory', '256mb');
    redis.disconnect();
  };
}

function takeDown(localDir: string, part: string) {
  const sv = (command: string) =>
    execFileSync('sv', [command, join(localDir, 'run', part)], { stdio: 'pipe' });
  sv('down');
  return Promise.resolve(() => {
    sv('up');
    return Promise.resolve();
  });
}
