import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

function start(program: 'export' | 'import', database: Database, file: string) {
  const handle = openSync(file, program === 'export' ? 'w' : 'r');
  const child = spawn(process.execPath, [join(root, 'infra/operate/dist/backup/main.js'), program], {
    cwd: folder,
    env: {
      ...{ PATH: process.env['PATH'], CHECKOUT: folder, LOCAL_DIR: folder },
      ...{ DATABASE_URL: database.url, WORKER_DATABASE_URL: database.workerUrl },
      ...{ REDIS_URL: queues.redisUrl, QUEUE_PREFIX: queues.prefix },
    },
    // So that what it has started is killed with it.
    detached: true,
    stdio: program === 'export' ? ['ignore', handle, 'pipe'] : [handle, 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { pid: child.pid ?? 0, ended };
}
function startImport() {
  const archive = join(folder, 'crafted.tar.gz');
  execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', unpacked, '.']);
  return start('import', empty, archive);
}
const expectRefused = async (reason: string) => {
  const { code, output } = await startImport().ended;
  expect(output).toContain(reason);
  expect(code).toBe(1);
  return output;
};
const table = (name: string) => join(unpacked, 'tables', `${name}.csv`);
function changeManifest(
  change: (manifest: { migrations: string[]; tables: Record<string, unknown> }) => void,
) {
  const file = join(unpacked, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof change>[0];
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}
const suppressions = ({ dataSource }: Database) =>
  dataSource.query<{ email: string }[]>('select * from suppressions order by id');

beforeAll(async () => {
  [exported, empty] = [await createTestDatabase(), await createTestDatabase()];
  await exported.dataSource.query(`insert into suppressions values
    ('=cmd|'' /C calc''!A0', '00000000-0000-7000-8000-000000000001', '2026-01-01'),
    ('a"b,' || chr(10) || '\\.', '00000000-0000-7000-8000-000000000002', '2026-01-01')`);
  const { code } = await start('export', exported, join(folder, 'export.tar.gz')).ended;
  expect(code).toBe(0);
});
beforeEach(() => {
  unpacked = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xzf', join(folder, 'export.tar.gz'), '--directory', unpacked]);
});
afterAll(async () => {
  await exported.drop();
  await empty.drop();
  await queues.clear();
  rmSync(folder, { recursive: true });
});

it.each([
  ['a column too many', 'email,id,created_at,created_at'],
  ['a command', `email, ) from program 'id > ${marker}' --`],
  ['a zero byte', 'email,id,x\0y'],
])('refuses a header with %s, and runs nothing in it', async (_, header) => {
  writeFileSync(table('suppressions'), `${header}\n`);
  const output = await expectRefused('suppressions.csv of this export has other columns');
  expect(output).not.toContain('from program');
  expect(existsSync(marker)).toBe(false);
});

it.each(['admin_key', '../leads', `leads'; select 1; --`])(
  'refuses the table %j, which no export has',
  async (name) => {
    changeManifest(({ tables }) => (tables[name] = { rows: 0, checksum: '0' }));
    await expectRefused('The manifest of this export was changed');
  },
);

it('refuses an export of a newer version', async () => {
  changeManifest(({ migrations }) => migrations.push('OfTheFuture1900000000000'));
  await expectRefused('a newer version of Voordeur');
});

it.each(['manifest.json', 'jobs.json', 'tables/suppressions.csv'])(
  'reads no file of the machine through a link in place of %s',
  async (name) => {
    writeFileSync(join(folder, 'secret'), 'the text of a secret file\n');
    rmSync(join(unpacked, name));
    symlinkSync(join(folder, 'secret'), join(unpacked, name));
    expect(await expectRefused(`${name} of this export is a link`)).not.toContain('the text of');
  },
);

it('leaves nothing when it is killed midway, and imports texts of any kind when it is run again', async () => {
  const { pid, ended } = startImport();
  const scratch = new URL(empty.url).pathname.slice(1) + '_restore';
  const isBuilding = () => exported.dataSource.query('select from pg_database where datname = $1', [scratch]);
  await expect.poll(isBuilding, { timeout: 20_000, interval: 10 }).toHaveLength(1);
  process.kill(-pid, 'SIGKILL');
  expect((await ended).code).toBeNull();
  expect(await suppressions(empty)).toEqual([]);

  // The imported database takes the place of this one, and closes its connections.
  await empty.dataSource.destroy();
  const { code, output } = await startImport().ended;
  await empty.dataSource.initialize();
  expect(output).toContain('Imported ');
  expect(code).toBe(0);
  expect(await suppressions(empty)).toEqual(await suppressions(exported));
  expect(await isBuilding()).toEqual([]);
});
