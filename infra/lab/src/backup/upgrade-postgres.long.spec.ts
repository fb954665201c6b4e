import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account, accountUnderLoad } from '../faults/account.js';
import { nothingAccepted } from '../faults/load.js';
import { root } from '@voordeur/operate/local/settings.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { post, signup } from '@voordeur/e2e/helpers/post.js';
import { until } from '@voordeur/operate/local/until.js';

/*
 * `make drill NAME=upgrade-postgres`: a checkout of its own, as an operator has it: containers on OLDER_POSTGRES, then the
 * compose file of today. Visitors come all the while.
 */
const older = process.env['OLDER_POSTGRES'] ?? '';
const checkout = join(root, '.local/test-upgrade-postgres');
const [webPort, postgresPort] = [28_461, 28_462];
const site = `http://127.0.0.1:${webPort}`;

// Compose reads its files in the order of COMPOSE_FILE.
const files = {
  'port.yml': `services: { postgres: { ports: ['127.0.0.1:${postgresPort}:5432'] } }`,
  'older.yml': `services: { postgres: { image: '${older}' } }`,
  'sick.yml': `services: { postgres: { healthcheck: { test: ['CMD', 'false'], interval: 1s, retries: 1 } } }`,
};
type File = keyof typeof files;
const environment = (more: File[] = []) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  COMPOSE_PROJECT_NAME: 'voordeur-test-postgres',
  COMPOSE_FILE: ['docker-compose.yml', 'port.yml', ...more].join(':'),
  WEB_PORT: String(webPort),
  BACKUP_AT: 'off',
  RATE_LIMIT: 'off',
});

/** A script of infra/operate/scripts, with more files of Compose's and other settings. */
function start(script: string, more: File[] = [], settings: Record<string, string> = {}) {
  const [program = '', ...args] = script.split(' ');
  const child = spawn(join(checkout, 'infra/operate/scripts', program), args, {
    cwd: checkout,
    env: { ...environment(more), ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
      process.stdout.write(text);
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { pid: child.pid ?? 0, ended, output: () => output };
}
const run = async (...given: Parameters<typeof start>) => start(...given).ended;

const compose = (...args: string[]) =>
  execFileSync('docker', ['compose', ...args], { cwd: checkout, env: environment(), encoding: 'utf8' });
const volumes = () =>
  execFileSync('docker', ['volume', 'ls', '--quiet', '--filter', 'name=voordeur-test-postgres_postgres'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

let databaseUrl: string;
const major = async () => {
  const { rows } = await withPostgres(databaseUrl, (db) =>
    db.query<{ server_version: string }>('show server_version'),
  );
  return rows[0]?.server_version.split('.')[0];
};
/** A lead that is accepted now becomes a row, so everything works. */
const isStoring = async () => {
  const leads: string[] = [];
  const send = async () => {
    const id = await post(`${site}/api/newsletter-signup`, signup());
    if (id !== null) leads.push(id);
    return id !== null;
  };
  if (!(await until(send, { withinMs: 120_000, everyMs: 1_000 }))) return false;
  const { lost } = await account({ databaseUrl }, { ...nothingAccepted(), leads }, 120_000);
  return lost === 0;
};
/** Does this under load, and looks for all that was accepted. */
async function expectNothingLost(work: () => Promise<void>) {
  const found = await accountUnderLoad({ baseUrl: site, databaseUrl }, 20, 120_000, work);
  const { accepted, refused, lost, doubled, differing } = found;
  process.stdout.write(`${accepted} accepted, ${lost} lost, ${doubled} doubled\n`);
  // Some are refused where the disk keeps Redis waiting for longer than the api does.
  process.stdout.write(`refused: ${JSON.stringify(refused)}\n`);
  expect({ lost, doubled, differing }).toEqual({ lost: 0, doubled: 0, differing: 0 });
}
const stop = () => {
  compose('down', '--volumes', '--remove-orphans');
  for (const volume of volumes().filter(Boolean)) execFileSync('docker', ['volume', 'rm', volume]);
};

beforeAll(async () => {
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(checkout, { recursive: true });
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const archive = execFileSync('tar', ['-cf', '-', '-T', '-'], { cwd: root, input: listed, maxBuffer: 1e9 });
  execFileSync('tar', ['-xf', '-'], { cwd: checkout, input: archive });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(checkout, name), text);
  execFileSync(process.execPath, ['infra/operate/scripts/write-env.mjs'], { cwd: checkout });
  stop();
  const { POSTGRES_PASSWORD } = parseEnv(readFileSync(join(checkout, '.env'), 'utf8'));
  databaseUrl = `postgres://voordeur:${POSTGRES_PASSWORD}@127.0.0.1:${postgresPort}/voordeur`;
  expect((await run('up-compose.sh', ['older.yml'])).code).toBe(0);
});
afterAll(() => {
  stop();
  rmSync(checkout, { recursive: true, force: true });
});

it('make up says what is to do, and leaves alone what runs', async () => {
  const before = await major();
  const { code, output } = await run('up-compose.sh');
  expect(code).toBe(1);
  expect(output).toMatch(
    new RegExp(`of Postgres ${before}, and docker-compose.yml has \\d+, .*\\n.*make upgrade POSTGRES=1`),
  );
  expect(await major()).toBe(before);
  expect(await isStoring()).toBe(true);
});

it('a try that fails goes back by itself, and one that is killed is made again', async () => {
  const before = await major();
  await expectNothingLost(async () => {
    const withoutBackup = await run('upgrade-postgres.sh', [], {
      BACKUP_PASSWORD: '',
      BACKUP_REPOSITORY: '/nowhere',
    });
    expect(withoutBackup).toMatchObject({
      code: 1,
      output: expect.stringContaining('Everything is as it was before') as string,
    });
    expect(await isStoring()).toBe(true);

    const withSickServer = await run('upgrade-postgres.sh', ['sick.yml']);
    expect(withSickServer).toMatchObject({
      code: 1,
      output: expect.stringContaining('putting it in place') as string,
    });
    expect(await major()).toBe(before);
    expect(await isStoring()).toBe(true);

    const killed = start('upgrade-postgres.sh');
    expect(await until(() => killed.output().includes('[4/5]'), { withinMs: 300_000 })).toBe(true);
    process.kill(-killed.pid, 'SIGKILL');
    await killed.ended;
    const left = await run('upgrade-postgres.sh');
    expect(left.code).toBe(1);
    const [, volume = ''] = /docker volume rm (\S+),/.exec(left.output) ?? [];
    execFileSync('docker', ['volume', 'rm', volume]);
    expect(await isStoring()).toBe(true);
    expect(await major()).toBe(before);
  });
  expect((await run('up-compose.sh', ['older.yml'])).code).toBe(0);
});

it('the one that succeeds loses and doubles nothing', async () => {
  const before = await major();
  await expectNothingLost(async () => {
    const { code, output } = await run('upgrade-postgres.sh');
    expect(output, output).toContain('has all the data');
    expect(code).toBe(0);
    expect(Number(await major())).toBeGreaterThan(Number(before));
    expect(volumes()).toHaveLength(2);
  });
  expect((await run('up-compose.sh')).code).toBe(0);
});
