import { statSync } from 'node:fs';
import { withPostgres } from '../local/with-postgres.js';
import type { BackupSettings } from './backup-settings.js';
import { readBackupStatus, recordBackup } from './backup-status.js';
import { alone, inMegabytes } from './alone.js';
import {
  checkRepository,
  describeSnapshot,
  forgetOld,
  listSnapshots,
  openOrMakeRepository,
  openRepository,
  saveSnapshot,
} from './restic.js';
import { dumpInto } from './take-snapshot.js';

const checkEveryMs = 7 * 24 * 3_600_000;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** `make backup LIST=1`: the snapshots that can be restored, oldest first. */
export async function listBackups(settings: BackupSettings): Promise<void> {
  await openRepository(settings);
  const snapshots = await listSnapshots(settings);
  for (const snapshot of snapshots) say(describeSnapshot(snapshot, settings));
  const count = snapshots.length === 1 ? '1 snapshot' : `${snapshots.length} snapshots`;
  say(`${count} in ${settings.repository}. make restore SNAPSHOT=…`);
}

/** `make backup`: everything into the repository, then what is too old out of it. Killed at any line, the next one works. */
export async function backUp(settings: BackupSettings): Promise<void> {
  try {
    await openOrMakeRepository(settings);
    await alone(settings, (folder) => saveAll(settings, folder));
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    recordBackup(settings.localDir, { failedAt: new Date().toISOString(), failure });
    throw error;
  }
}

async function saveAll(settings: BackupSettings, folder: string): Promise<void> {
  const { localDir, repository, repositoryFolder } = settings;
  const startedAt = new Date();
  const { tables, jobs } = await dumpInto(settings, folder);
  const saved = await saveSnapshot(settings, folder);
  const durationSeconds = (Date.now() - startedAt.getTime()) / 1_000;
  const snapshot = saved.snapshot_id.slice(0, 8);
  const isOnSameDisk =
    repositoryFolder !== undefined && statSync(repositoryFolder).dev === statSync(localDir).dev;
  recordBackup(localDir, {
    ...{ succeededAt: startedAt.toISOString(), durationSeconds, snapshot, repository, isOnSameDisk },
    ...{ sizeBytes: saved.total_bytes_processed, failedAt: undefined, failure: undefined },
  });
  // For the admin's health card: the api doesn't see the files of a backup.
  await withPostgres(settings.databaseUrl, (db) =>
    db.query(
      `insert into backup_state (succeeded_at) values ($1)
      on conflict ("only") do update set succeeded_at = excluded.succeeded_at`,
      [startedAt],
    ),
  );
  const rows = (table: string) => (tables[table]?.rows ?? 0).toLocaleString('en');
  say(
    `Snapshot ${snapshot}: ${rows('visits')} visits, ${rows('leads')} leads, ${jobs ?? 'unknown'} waiting jobs; ` +
      `${inMegabytes(saved.total_bytes_processed)}, ${inMegabytes(saved.data_added)} of it new, ` +
      `in ${durationSeconds.toFixed(1)} s.`,
  );
  if (isOnSameDisk) warnOfSameDisk(repository);
  await forgetOld(settings);
  const { checkedAt = '1970-01-01' } = readBackupStatus(localDir);
  if (Date.now() - Date.parse(checkedAt) < checkEveryMs) return;
  await checkRepository(settings);
  recordBackup(localDir, { checkedAt: new Date().toISOString() });
  say('The repository was checked, and is sound.');
}

function warnOfSameDisk(repository: string): void {
  say(
    `
  THIS BACKUP IS ON THE SAME DISK AS THE DATA (${repository}).
  It helps against a mistake, not against a disk that fails or a machine that is gone. Set BACKUP_FOLDER to another
  disk or BACKUP_REPOSITORY to an S3 bucket in .env, and keep a copy of .env elsewhere: BACKUP_PASSWORD opens it.
`,
  );
}
