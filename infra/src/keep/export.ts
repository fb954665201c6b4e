import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { withPostgres } from '../local/with-postgres.js';
import { giveUp } from '../local/advice.js';
import { alone } from './databases.js';
import { type KeepSettings, readKeepSettings } from './keep-settings.js';
import { runPsql } from './psql.js';
import { runProgram } from './run-program.js';
import { listTables } from './table-sums.js';
import { withSnapshot, writeJobs, writeManifest } from './take-snapshot.js';
import { checkSpace, withWorkFolder } from './work-folder.js';

/**
 * `make export FILE=…`: manifest.json, a CSV of each table and the waiting jobs, as a tar.gz on standard output. Rows are
 * sorted by their key, so that the same data makes the same files.
 */
const notExported = new Set([
  // Of this installation alone: its schema, who is logged in or was, who else may read figures, who is locked out, its last
  // backup, what logging in takes.
  'migrations',
  'admin_sessions',
  'api_keys',
  'shared_links',
  'login_failures',
  'backup_state',
  'admin_key',
  'second_factor',
  'security_events',
  // The rows of sessions once more, and what was found about figures here.
  'packed_sessions',
  'verified_days',
  // A secret, thrown away two days later, and what means nothing without it.
  'day_salts',
  'erased_visitors',
]);

try {
  const settings = readKeepSettings();
  const startedAt = Date.now();
  await alone(settings, async () => {
    await checkSpace(settings);
    await withWorkFolder(settings, async (folder) => {
      await writeTables(settings, folder);
      const args = ['--create', '--gzip', '--directory', folder, 'manifest.json', 'jobs.json', 'tables'];
      await runProgram('tar', args, { env: process.env, stdout: 'inherit' });
    });
  });
  process.stderr.write(
    `Exported in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s. It holds personal data: addresses, and what people ` +
      'wrote; no settings and no secrets.\n',
  );
} catch (error) {
  giveUp(error);
}

async function writeTables(settings: KeepSettings, folder: string): Promise<void> {
  mkdirSync(join(folder, 'tables'));
  const tables = await withPostgres(settings.databaseUrl, async (db) => {
    const found: { name: string; key: string }[] = [];
    for (const name of await listTables(db)) {
      if (!notExported.has(name)) found.push({ name, key: await readKey(db, name) });
    }
    return found;
  });
  await withSnapshot(settings, async ({ id, jobs, describe }) => {
    writeJobs(folder, jobs);
    const script = [
      'begin isolation level repeatable read read only;',
      `set transaction snapshot '${id}';`,
      ...tables.map(
        ({ name, key }) =>
          `\\copy (select * from ${name} order by ${key}) to 'tables/${name}.csv' (format csv, header)`,
      ),
      'commit;',
    ];
    const [manifest] = await Promise.all([
      describe(tables.map(({ name }) => name)),
      runPsql(settings.databaseUrl, folder, script),
    ]);
    writeManifest(folder, manifest);
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
