import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { capacitySetting, parseCapacity } from '@voordeur/contracts/db';
import { StartupError } from '@voordeur/server';
import { expect, it } from 'vitest';
import { loadConfig } from '../platform/config.js';
import { useDatabase } from '../testing/hooks.js';
import { measureCapacity } from './measure-capacity.js';
import { scratchOf } from './scratch-database.js';

const database = useDatabase();
const short = { storeMs: 500, warmUpMs: 100 };
// Nothing may ask Redis.
const environment = () => ({ DATABASE_URL: database.ownersUrl, REDIS_URL: 'redis://127.0.0.1:1' });
const measure = (options = {}) => measureCapacity(loadConfig(environment()), { ...short, ...options });

const hasScratch = async () =>
  (await database.query('select 1 from pg_database where datname = $1', [scratchOf(database.ownersUrl)]))
    .length > 0;
const setting = async () =>
  (await database.query('select value from settings where name = $1', [capacitySetting]))[0]?.['value'] as
    string | undefined;

/** Every row of every table, but for the value that is written. */
async function contents(): Promise<Record<string, unknown>> {
  const tables = await database.query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables as { name: string }[])
    found[name] = await database.query(
      `select to_jsonb(t) as row from "${name}" as t ${name === 'settings' ? `where name <> '${capacitySetting}'` : ''}
      order by 1`,
    );
  return found;
}

/** The program as `make measure-capacity` runs it, once it stores page views. */
async function startProgram() {
  const program = fileURLToPath(new URL('../../dist/capacity/main.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  await expect.poll(() => said.join('')).toContain('of 10 seconds');
  return { child, exit, said };
}

it('writes what it found, changes nothing else and leaves no database', async () => {
  await database.query(
    `insert into visits_by_hour (hour, people, bots) values ('2026-03-10 12:00', 3, 4);
    insert into settings (name, value) values ('time_zone', 'Europe/Amsterdam') on conflict do nothing`,
  );
  const before = await contents();
  let stored = 0;
  const measured = await measure({ onProgress: (pageViews: number) => (stored = pageViews) });

  expect(parseCapacity(await setting())).toEqual(measured);
  expect(measured.pageViewsPerSecond).toBeGreaterThan(0);
  // All made page views become rows; the last ones come after the time is over.
  expect(measured.pageViewsPerSecond).toBeLessThanOrEqual(stored / (short.storeMs / 1_000));
  expect(Date.now() - Date.parse(measured.measuredAt)).toBeLessThan(60_000);
  expect(measured.processors).toBeGreaterThan(0);
  expect(await contents()).toEqual(before);
  expect(await hasScratch()).toBe(false);

  const again = await measure();
  expect(parseCapacity(await setting())).toEqual(again);
});

it('removes what a killed run has left', async () => {
  const { child, exit } = await startProgram();
  child.kill('SIGKILL');
  await exit;
  expect(await hasScratch()).toBe(true);
  expect(await setting()).toBeUndefined();
  await measure();
  expect(await hasScratch()).toBe(false);
});

it('leaves nothing after Ctrl-C, and writes nothing', async () => {
  const { child, exit, said } = await startProgram();
  child.kill('SIGINT');
  expect(await exit).toEqual([130, null]);
  expect(said.join('')).toContain('Stopped; nothing was measured.');
  expect(said.join('')).not.toContain('10 of 10 seconds');
  expect(await hasScratch()).toBe(false);
  expect(await setting()).toBeUndefined();
});

it('leaves nothing when storing fails', async () => {
  const onProgress = () => {
    throw new Error('of the test');
  };
  await expect(measure({ onProgress })).rejects.toThrow('of the test');
  expect(await hasScratch()).toBe(false);
  expect(await setting()).toBeUndefined();
});

it('runs alone', async () => {
  let second: Promise<unknown> | undefined;
  await measure({
    onProgress: () => {
      second ??= measure().catch((error: unknown) => error);
    },
  });
  expect(await second).toEqual(new StartupError('Another measurement is running. Wait until it is done.'));
});

it('says what is missing to a role that may not create databases', async () => {
  const config = loadConfig({ ...environment(), DATABASE_URL: database.url });
  const failure = await measureCapacity(config, short).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect((failure as Error).message).toContain('may not create databases');
  expect(await setting()).toBeUndefined();
});
