import { deepEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { root } from '@voordeur/operate/local/settings.js';

/**
 * A part of `make test-compose`: what the programs in the containers may not do, asked by them with their own logins, and the
 * second factor from its first code to its reset. Its arguments are the compose command; SITE_URL and ADMIN_SECRET_KEY as for
 * the browser tests. Throws at the first answer that isn't as it must be.
 */
const [, , program = '', ...compose] = process.argv;
const { SITE_URL: siteUrl = '', ADMIN_SECRET_KEY: secretKey = '' } = process.env;

/** Runs a module in the container and reads the JSON that it prints. */
function runIn(service: string, module: string): unknown {
  const node = ['with-secrets.sh', 'node', '--input-type=module', '--eval', module];
  const { status, stdout, stderr } = spawnSync(program, [...compose, 'exec', '--no-TTY', service, ...node], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${service}: ${stderr}`);
  return JSON.parse(stdout);
}

function expectAnswers(what: string, found: unknown, expected: unknown): void {
  deepEqual(found, expected, what);
  process.stdout.write(`${what}: ${JSON.stringify(found)}\n`);
}

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

const refused = '42501';
expectAnswers(
  'Postgres to the api: sessions, salts, a program, a file',
  runIn(
    'api',
    askPostgres([
      'select from admin_sessions',
      'select from day_salts',
      `copy (select 1) to program 'true'`,
      `select pg_read_file('/etc/passwd')`,
    ]),
  ),
  ['ok', refused, refused, refused],
);
expectAnswers(
  'Postgres to the worker: salts, sessions, a program, a table',
  runIn(
    'worker',
    askPostgres([
      'select from day_salts',
      'select from admin_sessions',
      `copy (select 1) to program 'true'`,
      'create table planted ()',
    ]),
  ),
  ['ok', refused, refused, refused],
);
const commands = [['ping'], ['config', 'set', 'maxmemory', '1'], ['flushall'], ['keys', '*']];
for (const service of ['api', 'worker']) {
  expectAnswers(
    `Redis to the ${service}: ping, config set, flushall, keys`,
    runIn(service, askRedis(commands)),
    ['ok', ...['NOPERM', 'NOPERM', 'NOPERM']],
  );
}
const nameless = `Object.assign(new URL(process.env.REDIS_URL), { username: '', password: '' }).href`;
expectAnswers('Redis to nobody: ping', runIn('api', askRedis([['ping']], nameless)), ['NOAUTH']);

async function call(path: string, body: object, token?: string) {
  const response = await fetch(`${siteUrl}/api/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, answer: (text === '' ? {} : JSON.parse(text)) as Record<string, string> };
}
/** A code of the authenticator app, `steps` half minutes from now. */
const codeOf = (address: string, steps: number) =>
  runIn(
    'api',
    `import { URI } from 'otpauth';
    const app = URI.parse(${JSON.stringify(address)});
    console.log(JSON.stringify(app.generate({ timestamp: Date.now() + ${steps * 30_000} })));`,
  );

const first = await call('login', { secretKey });
const { answer: begun } = await call('second-factor', { secretKey }, first.answer['token']);
const address = begun['address'] ?? '';
const confirmed = await call('second-factor/confirm', { code: codeOf(address, 0) }, first.answer['token']);
const withoutCode = await call('login', { secretKey });
const withCode = await call('login', { secretKey, code: codeOf(address, 1) });
spawnSync(
  program,
  [
    ...compose,
    'exec',
    '--no-TTY',
    'api',
    'with-secrets.sh',
    'node',
    'api/dist/admin-session/reset-second-factor.js',
  ],
  {
    cwd: root,
  },
);
const afterReset = await call('login', { secretKey });
expectAnswers(
  'the second factor: confirmed, the key alone, key and code, the key alone after its reset',
  [confirmed.status, withoutCode.answer['code'], withCode.status, afterReset.status],
  [204, 'code-needed', 200, 200],
);
