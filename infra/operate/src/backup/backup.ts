import { statSync } from 'node:fs';
import { giveUp } from '../local/advice.js';
import { withPostgres } from '../local/with-postgres.js';
import { type BackupStatus, readBackupStatus, recordBackup } from './backup-status.js';
import { alone } from './databases.js';
import { type BackupSettings, readBackupSettings } from './backup-settings.js';
import { checkRepository, forgetOld, openOrMakeRepository, saveSnapshot } from './restic.js';
import { dumpInto, type Manifest } from './take-snapshot.js';
import { checkSpace, inMegabytes, withWorkFolder } from './work-folder.js';

/** `make backup`: everything into the repository, then what is too old out of it. Killed at any line, the next one works. */
const checkEveryMs = 7 * 24 * 3_600_000;
const say = (text: string) => process.stdout.write(`${text}\n`);
// A backup whose output nobody reads any more (make backup | head) is made all the same.
process.stdout.on('error', () => undefined);

try {
  const settings = readBackupSettings();
  try {
    await backUp(settings);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    recordBackup(settings.localDir, { failedAt: new Date().toISOString(), failure });
    throw error;
  }
} catch (error) {
  giveUp(error);
}

async function backUp(settings: BackupSettings): Promise<void> {
  const { localDir, repository, repositoryFolder } = settings;
  const startedAt = new Date();
  await openOrMakeRepository(settings);
  await alone(settings, async () => {
    await checkSpace(settings);
    const { manifest, saved } = await withWorkFolder(settings, async (folder) => {
      const dumped = await dumpInto(settings, folder);
      return { manifest: dumped, saved: await saveSnapshot(settings, folder) };
    });
    const durationSeconds = (Date.now() - startedAt.getTime()) / 1_000;
    const isOnSameDisk =
      repositoryFolder !== undefined && statSync(repositoryFolder).dev === statSync(localDir).dev;
    const status: BackupStatus = {
      succeededAt: startedAt.toISOString(),
      durationSeconds,
      sizeBytes: saved.total_bytes_processed,
      snapshot: saved.snapshot_id.slice(0, 8),
      repository,
      isOnSameDisk,
    };
    recordBackup(localDir, { ...status, failedAt: undefined, failure: undefined });
    await noteInDatabase(settings.databaseUrl, startedAt);
    say(
      `Snapshot ${status.snapshot}: ${inWords(manifest)}; ${inMegabytes(saved.total_bytes_processed)}, ` +
        `${inMegabytes(saved.data_added)} of it new, in ${durationSeconds.toFixed(1)} s.`,
    );
    if (isOnSameDisk) warnOfSameDisk(repository);
    await forgetOld(settings);
    const { checkedAt } = readBackupStatus(localDir);
    if (Date.now() - Date.parse(checkedAt ?? '1970-01-01') > checkEveryMs) {
      await checkRepository(settings);
      recordBackup(localDir, { checkedAt: new Date().toISOString() });
      say('The repository was checked, and is sound.');
    }
  });
}

/** For the admin's health card: the api doesn't see the files of a backup. */
async function noteInDatabase(databaseUrl: string, startedAt: Date): Promise<void> {
  await withPostgres(databaseUrl, async (db) => {
    // The backup that precedes an upgrade may meet a database that doesn't have this table yet.
    const { rowCount } = await db.query(`select where to_regclass('backup_state') is not null`);
    if (rowCount === 0) return;
    await db.query(
      `insert into backup_state (succeeded_at) values ($1)
      on conflict ("only") do update set succeeded_at = excluded.succeeded_at`,
      [startedAt],
    );
  });
}

function inWords({ tables, jobs }: Manifest): string {
  const rows = (table: string) => (tables[table]?.rows ?? 0).toLocaleString('en');
  return `${rows('visits')} visits, ${rows('leads')} leads, ${jobs ?? 'unknown'} waiting jobs`;
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
