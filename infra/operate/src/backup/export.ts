import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupSettings } from './backup-settings.js';
import { alone } from './alone.js';
import { runProgram } from './run-program.js';
import { listExportedTables, sameText } from './table-sums.js';
import { withSnapshot, writeContents } from './take-snapshot.js';

/**
 * `make export FILE=…`: manifest.json, a CSV of each table and the waiting jobs, as a tar.gz on standard output. Rows are
 * sorted by their key, so that the same data makes the same files.
 */
export async function exportAll(settings: BackupSettings): Promise<void> {
  const startedAt = Date.now();
  await alone(settings, async (folder) => {
    await writeTables(settings, folder);
    const args = ['--create', '--gzip', '--directory', folder, 'manifest.json', 'jobs.json', 'tables'];
    await runProgram('tar', args, { env: process.env, stdout: 'inherit' });
  });
  process.stderr.write(
    `Exported in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s. It holds personal data: addresses, and what people ` +
      'wrote; no settings and no secrets.\n',
  );
}

async function writeTables(settings: BackupSettings, folder: string): Promise<void> {
  mkdirSync(join(folder, 'tables'));
  await withSnapshot(settings, async ({ db, jobs, describe }) => {
    await db.query(sameText);
    const tables = await listExportedTables(db);
    for (const name of tables) {
      const rows = `select * from ${pg.escapeIdentifier(name)} order by ${await readKey(db, name)}`;
      const file = createWriteStream(join(folder, 'tables', `${name}.csv`));
      await pipeline(db.query(copyTo(`copy (${rows}) to stdout (format csv, header)`)), file);
    }
    writeContents(folder, await describe(tables), jobs);
  });
}

async function readKey(db: pg.Client, table: string): Promise<string> {
  const { rows } = await db.query<{ key: string }>(
    `select string_agg(quote_ident(attname), ', ' order by array_position(conkey, attnum)) as key
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where conrelid = $1::regclass and contype = 'p'`,
    [table],
  );
  return rows[0]?.key ?? '1';
}
