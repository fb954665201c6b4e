import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { exportFiles, threeDays, zipOf } from '@voordeur/worker/tools';
import { root } from '@voordeur/operate/local/settings.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkPackages } from '../helpers/link-packages.js';

/*
 * `make test-compose`: in a copy of the checkout `docker compose up` with .env.example for .env, images and volumes from
 * nothing; the browser tests through it; each command that docs/ has for containers and local processes alike.
 */
const webPort = '28081';
const siteUrl = `http://127.0.0.1:${webPort}`;
const checkout = join(root, '.local/test-compose');
const environment = {
  ...process.env,
  COMPOSE_PROJECT_NAME: 'voordeur-test',
  ...{ WEB_PORT: webPort, PUBLIC_URL: `http://localhost:${webPort}` },
  BACKUP_AT: 'off',
  // Nothing is fetched.
  ...{ GEOIP_URL: 'off', BOT_LIST_URL: 'off', NETWORKS_URL: 'off' },
};
let adminKey: string;

/** Resolves to all that it printed; throws with it when it fails. */
async function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: root, env: { ...environment, ...more }, maxBuffer: 1e9 };
  const { stdout, stderr } = await promisify(execFile)(program, args, options);
  return stdout + stderr;
}
const compose = (...args: string[]) => run('docker', ['compose', '--project-directory', checkout, ...args]);
const inContainer = (service: string, ...command: string[]) =>
  compose('exec', '--no-TTY', service, 'with-secrets.sh', ...command);
/** Runs a module in the container and reads the JSON that it prints. */
const ask = async (service: string, module: string) =>
  JSON.parse(await inContainer(service, 'node', '--input-type=module', '--eval', module)) as unknown;

async function copyCheckout(): Promise<void> {
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(join(checkout, 'inputs'), { recursive: true });
  const list = 'git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$0"';
  await run('bash', ['-c', list, checkout]);
  // The programs that make runs on this machine, of the copy: they find .env and the containers from where they are.
  for (const workspace of ['contracts', 'server', 'api', 'worker', 'infra/operate', 'infra/e2e'])
    cpSync(join(root, workspace, 'dist'), join(checkout, workspace, 'dist'), { recursive: true });
  linkPackages(root, checkout);
  copyFileSync(join(checkout, '.env.example'), join(checkout, '.env'));
}

beforeAll(async () => {
  await copyCheckout();
  await compose('down', '--volumes', '--remove-orphans');
  await compose('build', '--no-cache');
  await compose('up', '--wait');
  adminKey =
    (await compose('run', '--rm', '-T', 'secrets', 'show', 'ADMIN_SECRET_KEY')).trim().split('\n').at(-1) ??
    '';
});
afterAll(async () => {
  await compose('down', '--volumes', '--remove-orphans');
});

it('has a compose file for Grafana and Prometheus that reads', async () => {
  // Their images can't be had everywhere.
  await run('docker', ['compose', '--project-directory', checkout, 'config', '--quiet'], {
    COMPOSE_FILE: 'docker-compose.yml:docker-compose.observe.yml',
  });
});

it('has images without what only tests need', async () => {
  await inContainer('api', 'sh', '-c', 'test -z "$(find server/dist api/dist worker/dist -name testing)"');
});

it('passes the browser tests', async () => {
  const config = 'infra/e2e/src/browser/playwright.config.ts';
  // The widths were looked at in make test.
  const given = { SITE_URL: siteUrl, ADMIN_SECRET_KEY: adminKey, THOROUGH: '' };
  process.stdout.write(await run('npx', ['playwright', 'test', '-c', config], given));
});

it('lets its programs do in Postgres and Redis what they need, and nothing else', async () => {
  const program = `copy (select 1) to program 'true'`;
  const refused = '42501';
  const byApi = [
    'select from admin_sessions',
    'select from day_salts',
    program,
    `select pg_read_file('/etc/passwd')`,
  ];
  expect(await ask('api', askPostgres(byApi))).toEqual(['ok', refused, refused, refused]);
  const byWorker = [
    'select from day_salts',
    'select from admin_sessions',
    program,
    'create table planted ()',
  ];
  expect(await ask('worker', askPostgres(byWorker))).toEqual(['ok', refused, refused, refused]);
  const commands = [['ping'], ['config', 'set', 'maxmemory', '1'], ['flushall'], ['keys', '*']];
  for (const service of ['api', 'worker'])
    expect(await ask(service, askRedis(commands)), service).toEqual(['ok', 'NOPERM', 'NOPERM', 'NOPERM']);
  const nobody = `Object.assign(new URL(process.env.REDIS_URL), { username: '', password: '' }).href`;
  expect(await ask('api', askRedis([['ping']], nobody))).toEqual(['NOAUTH']);
});

it('wants the second factor from its first code to its reset', async () => {
  const secretKey = adminKey;
  async function call(path: string, body: object, token?: string) {
    const response = await fetch(`${siteUrl}/api/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      answer: (text === '' ? {} : JSON.parse(text)) as Record<string, string>,
    };
  }
  const { token } = (await call('login', { secretKey })).answer;
  const { address = '' } = (await call('second-factor', { secretKey }, token)).answer;
  const code = (steps: number) => ask('api', codeOf(address, steps));
  expect((await call('second-factor/confirm', { code: await code(0) }, token)).status).toBe(204);
  expect((await call('login', { secretKey })).answer['code']).toBe('code-needed');
  expect((await call('login', { secretKey, code: await code(1) })).status).toBe(200);
  await inContainer('api', 'node', 'api/dist/admin-session/reset-second-factor.js');
  expect((await call('login', { secretKey })).status).toBe(200);
});

const input = (name: string) => `FILE=${join(checkout, 'inputs', name)}`;
const write = (name: string, content: string | Buffer) => {
  writeFileSync(join(checkout, 'inputs', name), content);
};
const view =
  '203.0.113.9 - - [02/Mar/2026:10:00:00 +0000] "GET /en HTTP/1.1" 200 5 "-" "Mozilla/5.0 Firefox/140.0"\n';
const umami =
  'event_id,session_id,website_id,event_type,url_path,created_at,browser,os,device,country\n' +
  '5e3cdbb0-2f3c-4b29-8d3a-0c3f3f4f1a11,5e3cdbb0-2f3c-4b29-8d3a-0c3f3f4f1a12,5e3cdbb0-2f3c-4b29-8d3a-0c3f3f4f1a13,1,/en,2026-03-02 10:00:00,firefox,Linux,desktop,NL\n';

beforeAll(async () => {
  write('access.log', view);
  write('website_event.csv', umami);
  write('plausible.zip', await zipOf(exportFiles(threeDays)));
  write('leads.csv', 'email,name,created_at\nperson@example.org,A Person,2026-03-02\n');
});

// In this order: some of them need what others have left. The first of them writes to .env.
for (const [command, prints] of [
  ['status', 'healthy'],
  ['send-visit', 'visit'],
  ['send-lead', 'lead'],
  [`import-log ${input('access.log')}`, 'page views'],
  [`import KIND=umami ${input('website_event.csv')}`, 'page views'],
  [`import KIND=plausible ${input('plausible.zip')}`, 'days'],
  ['import KIND=plausible UNDO=1', 'days'],
  [`import KIND=leads ${input('leads.csv')}`, '1'],
  ['export EMAIL=person@example.org', 'person@example.org'],
  ['rebuild-rollups', ''],
  ['refresh', 'Each worker'],
  ['unlock', ''],
  ['unlock SECOND_FACTOR=off', ''],
  ['backup', 'Snapshot'],
  ['backup LIST=1', ''],
  ['restore-drill', 'can be restored'],
  ['erase EMAIL=person@example.org', 'leads'],
  ['restore YES=1', 'Restored'],
  [`export ${input('all.tar.gz')}`, ''],
  ['doctor', 'settings'],
  ['unlock NEW_KEY=1', 'A new admin key'],
  ['down', ''],
  ['clean YES=1', ''],
  ['up', 'admin key'],
  [`import ${input('all.tar.gz')}`, ''],
] as const)
  it(`make ${command.replaceAll(`${checkout}/`, '')}`, async () => {
    expect(await run('make', ['-C', checkout, ...command.split(' ')])).toContain(prints);
    if (command !== 'status') return;
    const written = parseEnv(readFileSync(join(checkout, '.env'), 'utf8'));
    expect(written['ADMIN_SECRET_KEY'], 'make took the secrets of docker compose up over').toBe(adminKey);
  });

/* Modules for `node --eval` in a container; each prints JSON. */

/** Postgres' answer to each statement: `ok` or an SQLSTATE; the transaction is rolled back. */
const askPostgres = (statements: string[]) => `
  import pg from 'pg';
  const answers = [];
  for (const sql of ${JSON.stringify(statements)}) {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    await client.query('begin');
    answers.push(await client.query(sql).then(() => 'ok', ({ code }) => code));
    await client.end();
  }
  console.log(JSON.stringify(answers));`;

/** The first word of what Redis says to each command. */
const askRedis = (commands: string[][], address = 'process.env.REDIS_URL') => `
  import { Redis } from 'ioredis';
  const redis = new Redis(${address}, { maxRetriesPerRequest: 1, enableReadyCheck: false });
  redis.on('error', () => undefined);
  const answers = [];
  for (const [command, ...args] of ${JSON.stringify(commands)})
    answers.push(await redis.call(command, ...args).then(() => 'ok', ({ message }) => message.split(' ')[0]));
  console.log(JSON.stringify(answers));
  redis.disconnect();`;

/** A code of the authenticator app, `steps` half minutes from now. */
const codeOf = (address: string, steps: number) => `
  import { URI } from 'otpauth';
  const app = URI.parse(${JSON.stringify(address)});
  console.log(JSON.stringify(app.generate({ timestamp: Date.now() + ${steps * 30_000} })));`;
