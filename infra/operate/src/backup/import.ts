import 'reflect-metadata';
import { createReadStream, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { dataSourceOptions } from '@voordeur/contracts/db';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { Advice } from '../local/advice.js';
import { step } from '../local/progress.js';
import { withPostgres } from '../local/with-postgres.js';
import type { BackupSettings } from './backup-settings.js';
import { alone } from './alone.js';
import { dropDatabase, replacedOf } from './databases.js';
import { checkFits, replaceDatabase } from './restore-into.js';
import { runProgram } from './run-program.js';
import {
  compareSums,
  listExportedTables,
  listTables,
  sameText,
  sumTables,
  type TableSums,
} from './table-sums.js';
import { type Manifest, readContents } from './take-snapshot.js';

/** An installation without rows in these is empty. */
const owned = [
  'booking_events',
  'bounces',
  'consents',
  'erased_bookings',
  'imported_days',
  'lead_replies',
  'leads',
  'mail_account',
  'media',
  'reached_goals',
  'sessions',
  'site_edits',
  'site_settings',
  'subscribers',
  'suppressions',
  'text_drafts',
  'text_edits',
  'texts',
  'video_views',
  'visits',
  'webhook_keys',
];
const anotherExport = 'make another export.';
const changedManifest = () => new Advice('The manifest of this export was changed.', anotherExport);
const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * `make import FILE=…`: an export (standard input) into an empty installation. Like a restore, it is built next to the live
 * database and put in its place in one moment.
 */
export async function importAll(settings: BackupSettings): Promise<void> {
  const { databaseUrl } = settings;
  const startedAt = Date.now();
  await alone(settings, async (folder) => {
    const unpack = ['--extract', '--gzip', '--no-same-owner', '--directory', folder];
    await step(1, 5, 'unpacking it', () => runProgram('tar', unpack, { env: process.env, stdin: 'inherit' }));
    refuseLinks(folder);
    const contents = readContents(folder);
    const { manifest } = contents;
    checkFits(settings, manifest);
    if (await isThere(databaseUrl, manifest.tables)) {
      say('All of it is here already; nothing was changed.');
      return;
    }
    await replaceDatabase(settings, contents, async (scratchUrl) => {
      await migrateTo(scratchUrl, manifest);
      await loadTables(scratchUrl, folder, manifest);
    });
    // It was empty.
    await dropDatabase(databaseUrl, replacedOf(databaseUrl));
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    say(
      `Imported ${rows.toLocaleString('en')} rows, compared them with the export, and found them equal: ` +
        `${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`,
    );
  });
}

/** Whether the owner's data is the same as the export's. Throws `Advice` when it's other data. */
async function isThere(databaseUrl: string, expected: TableSums): Promise<boolean> {
  const found = await withPostgres(databaseUrl, async (db) => {
    const present = (await listTables(db)).filter((table) => owned.includes(table));
    return sumTables(db, present);
  });
  if (Object.values(found).every(({ rows }) => rows === 0)) return false;
  const wanted = Object.fromEntries(Object.entries(expected).filter(([table]) => owned.includes(table)));
  if (compareSums(wanted, found).length === 0) return true;
  throw new Advice(
    'There is other data here, and an import goes into an empty installation.',
    'make backup, make clean, make up, and then this again: what is here is then only in the backup.',
  );
}

/** As far as the export was, so that its columns are those of its version. */
async function migrateTo(databaseUrl: string, { migrations }: Manifest): Promise<void> {
  const options = dataSourceOptions(databaseUrl, { applicationName: 'import' });
  const then = options.migrations.filter(({ name }) => migrations.includes(name));
  const db = await new DataSource({ ...options, migrations: then }).initialize();
  try {
    await db.runMigrations({ transaction: 'each' });
  } finally {
    await db.destroy();
  }
}

/** A link in an archive would have us read a file of this machine. */
function refuseLinks(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) continue;
    const name = relative(folder, join(entry.parentPath, entry.name));
    throw new Advice(`${name} of this export is a link or a device, and no export has one.`, anotherExport);
  }
}

/** All tables or none. Only names that the database itself has become SQL. */
async function loadTables(
  databaseUrl: string,
  folder: string,
  { tables, partitions }: Manifest,
): Promise<void> {
  await withPostgres(databaseUrl, async (db) => {
    await db.query(sameText);
    const known = await listExportedTables(db);
    if (Object.keys(tables).some((table) => !known.includes(table))) throw changedManifest();
    const names = known.filter((table) => table in tables);
    await db.query('begin');
    for (const [name, bound] of Object.entries(partitions))
      await db.query(makePartition(name, bound, 'sessions' in tables));
    await db.query(`truncate ${names.map((table) => pg.escapeIdentifier(table)).join(', ')}`);
    for (const table of names) {
      const copy = `copy ${pg.escapeIdentifier(table)} from stdin (format csv, header match)`;
      const file = createReadStream(join(folder, 'tables', `${table}.csv`));
      await pipeline(file, db.query(copyFrom(copy))).catch((error: unknown) => {
        // A data exception; its message may hold what the file holds.
        if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('22')) throw error;
        throw new Advice(
          `${table}.csv of this export has other columns or values than that table.`,
          anotherExport,
        );
      });
    }
    await db.query('commit');
  });
}

/**
 * SQL: a month's partition of `visits`, and of `sessions` in exports that have them. Throws for what could be anything else,
 * because it becomes SQL.
 */
function makePartition(name: string, bound: string, withSessions: boolean): string {
  const id = `'[0-9a-f-]{36}'`;
  const [, first, end] = new RegExp(`^FOR VALUES FROM \\((${id})\\) TO \\((${id})\\)$`).exec(bound) ?? [];
  const [, year, month] = /^visits_(\d{4})_(\d\d)$/.exec(name) ?? [];
  if (!first || !end || !year || !month) throw changedManifest();
  return withSessions
    ? `select make_visits_partition('${year}-${month}-01', ${first}, ${end});`
    : `create table ${name} partition of visits ${bound};`;
}
