import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, createTestQueues } from '@voordeur/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { root } from '../local/settings.js';

/** An archive that somebody hands to the owner is data: nothing in it is run, and nothing outside of it is read. */
type Database = Awaited<ReturnType<typeof createTestDatabase>>;
let exported: Database;
let empty: Database;
const queues = createTestQueues();
const folder = mkdtempSync(join(tmpdir(), 'voordeur-import-'));
const marker = join(folder, 'marker-of-import');
let unpacked: string;

function run(program: 'export' | 'import', database: Database, file: string) {
  const handle = openSync(file, program === 'export' ? 'w' : 'r');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, `infra/dist/keep/${program}.js`)],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...{ PATH: process.env['PATH'], CHECKOUT: folder, LOCAL_DIR: join(folder, 'local') },
        ...{ DATABASE_URL: database.url, WORKER_DATABASE_URL: database.workerUrl },
        ...{ REDIS_URL: queues.redisUrl, QUEUE_PREFIX: queues.prefix },
      },
      stdio: program === 'export' ? ['ignore', handle, 'pipe'] : [handle, 'pipe', 'pipe'],
    },
  );
  return { code: status, output: `${program === 'export' ? '' : stdout}${stderr}` };
}
function importUnpacked() {
  const archive = join(folder, 'crafted.tar.gz');
  execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', unpacked, '.']);
  return run('import', empty, archive);
}
const table = (name: string) => join(unpacked, 'tables', `${name}.csv`);

beforeAll(async () => {
  [exported, empty] = [await createTestDatabase(), await createTestDatabase()];
  mkdirSync(join(folder, 'local'));
  await exported.dataSource.query(`insert into suppressions values
    ('=cmd|'' /C calc''!A0', '00000000-0000-7000-8000-000000000001', '2026-01-01'),
    ('a"b,' || chr(10) || '\\.', '00000000-0000-7000-8000-000000000002', '2026-01-01')`);
  expect(run('export', exported, join(folder, 'export.tar.gz'))).toMatchObject({ code: 0 });
});
beforeEach(() => {
  unpacked = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', [
    '--extract',
    '--gzip',
    '--file',
    join(folder, 'export.tar.gz'),
    '--directory',
    unpacked,
  ]);
});
afterAll(async () => {
  await exported.drop();
  await empty.drop();
  await queues.clear();
  rmSync(folder, { recursive: true });
});

it('runs no command that a header of the archive holds', () => {
  writeFileSync(table('booking_events'), 'id,x\0y\n');
  writeFileSync(table('bounces'), `email, ) from program 'id > ${marker}' --\n`);
  const { code, output } = importUnpacked();
  expect(existsSync(marker)).toBe(false);
  expect(code).toBe(1);
  expect(output).toContain('booking_events.csv of this export has other columns than that table');
  expect(output).not.toContain('from program');
});

it.each([
  ['a column too many', 'email,id,created_at,created_at'],
  ['a column of another table', 'email,id,page'],
  ['no column', ''],
  ['a quoted one', 'email,id,"created_at"'],
  ['one that ends the statement', `email,id,created_at) from program 'id' --`],
])('refuses a header with %s', (_, header) => {
  writeFileSync(table('suppressions'), `${header}\n`);
  expect(importUnpacked()).toMatchObject({
    code: 1,
    output: expect.stringContaining('suppressions.csv of this export has other columns') as string,
  });
});

it.each(['admin_key', 'migrations', 'pg_authid', '../leads', `leads'; select 1; --`])(
  'refuses the table %j, which no export has',
  (name) => {
    const file = join(unpacked, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { tables: Record<string, unknown> };
    manifest.tables[name] = { rows: 0, checksum: '0' };
    writeFileSync(file, JSON.stringify(manifest));
    expect(importUnpacked()).toMatchObject({
      code: 1,
      output: expect.stringContaining('The manifest of this export was changed') as string,
    });
  },
);

it('reads no file of the machine through a link in the archive', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'the text of a secret file\n');
  for (const name of ['manifest.json', 'jobs.json', 'tables/suppressions.csv']) {
    const file = join(unpacked, name);
    const before = readFileSync(file);
    rmSync(file);
    symlinkSync(secret, file);
    const { code, output } = importUnpacked();
    expect(code).toBe(1);
    expect(output).toContain(`${name} of this export is a link`);
    expect(output).not.toContain('the text of');
    rmSync(file);
    writeFileSync(file, before);
  }
});

it('imports the archive as it was made, whatever its texts hold', async () => {
  // The imported database takes the place of this one, and closes its connections.
  await empty.dataSource.destroy();
  const { code, output } = importUnpacked();
  await empty.dataSource.initialize();
  expect(output).toContain('Imported ');
  expect(code).toBe(0);
  const read = ({ dataSource }: Database) =>
    dataSource.query<{ email: string }[]>('select * from suppressions order by id');
  expect(await read(empty)).toEqual(await read(exported));
});
