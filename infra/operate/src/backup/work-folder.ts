import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { withPostgres } from '../local/with-postgres.js';
import { Advice } from '../local/advice.js';
import type { BackupSettings } from './backup-settings.js';

/** Calls `work` with an empty folder that only we can read, and removes it; also what a killed run has left. Call it alone. */
export async function withWorkFolder<Result>(
  { localDir }: BackupSettings,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folders = join(localDir, 'keep');
  rmSync(folders, { recursive: true, force: true });
  mkdirSync(folders, { recursive: true, mode: 0o700 });
  try {
    return await work(mkdtempSync(join(folders, 'work-')));
  } finally {
    rmSync(folders, { recursive: true, force: true });
  }
}

/** Throws `Advice` when the disk of LOCAL_DIR may be too small for a copy of the database. */
export async function checkSpace({ localDir, databaseUrl }: BackupSettings): Promise<void> {
  const needed = await withPostgres(databaseUrl, async (db) => {
    const { rows } = await db.query<{ size: string }>('select pg_database_size(current_database()) as size');
    return Number(rows[0]?.size);
  });
  const { bavail, bsize } = statfsSync(localDir);
  if (bavail * bsize > needed) return;
  throw new Advice(
    `${localDir} has ${inMegabytes(bavail * bsize)} free, and a copy of the database may take ${inMegabytes(needed)}.`,
    'make room, or set LOCAL_DIR to a larger disk.',
  );
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
