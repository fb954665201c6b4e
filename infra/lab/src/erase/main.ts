import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startReceiver } from '@voordeur/worker/tools';
import { root } from '@voordeur/operate/local/settings.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { call, logIn, readRow } from '@voordeur/e2e/helpers/clients.js';
import { atLeast, atMost, printAndCount, type Row } from '../measuring/figures.js';
import { until } from '@voordeur/operate/local/until.js';
import { filesHolding, keysHolding, tablesHolding } from '@voordeur/e2e/persons/holding.js';

/**
 * `make drill NAME=erase`: somebody uses every form, well and badly, of a running product whose endpoints and mail server
 * fail. Then `make erase`, and a search of every table, key and file for their traces. Ends with `N passed, N failed`.
 */
const email = `canary${randomInt(1e9)}@example.org`;
const phone = `316${randomInt(1e8, 1e9)}${randomInt(1e9)}`;
const canaries = [email, phone];

const receiver = await startReceiver();
// Like many tools, it echoes the request.
receiver.answerWith((response, { body }) => response.writeHead(500).end(body));
const events = ['SETUPS', 'QUESTION', 'NEWSLETTER', 'VIDEO_SIGNUP', 'PROMPT_SIGNUP', 'UNSUBSCRIBE'];
const settings = ownSettings('test-erase', 7, {
  ...Object.fromEntries(events.map((name) => [`WEBHOOK_${name}_URL`, receiver.url])),
  WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-webhooks',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  // Nobody listens there.
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'door@example.org',
  OWNER_EMAIL: 'owner@example.org',
  LOG_LEVEL: 'debug',
  RATE_LIMIT: 'off',
});
const { databaseUrl, redisUrl, localDir } = settings;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function send(
  url: string,
  body: object | string,
  userAgent = `${firefox} (${email})`,
): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Submits every form as people do. Returns how many were accepted. */
async function useForms(api: string): Promise<number> {
  const timestamp = new Date().toISOString();
  const forms: Record<string, object[]> = {
    'setups-inquiry': [
      { email, idea: `Call ${phone}`, language: 'NL' },
      { email, idea: `Call ${phone}, will you?`, language: 'NL', kind: 'question' },
    ],
    'newsletter-signup': [{ email, language: 'ENG' }],
    'video-signup': [{ email, phone, videoId: 'video-1', watchTime: 5 }],
    'prompt-signup': [{ email, language: 'ENG' }],
    unsubscribe: [{ email }],
  };
  let accepted = 0;
  for (const [path, bodies] of Object.entries(forms))
    for (const body of bodies)
      if ((await send(`${api}/${path}`, { ...body, timestamp })) === 202) accepted += 1;
  return accepted;
}

/** Rejected requests must not be written down either. Returns how many were rejected. */
async function misuseForms(api: string): Promise<number> {
  const get = async (path: string, token: string) =>
    (await fetch(`${api}/${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  const statuses = [
    await send(`${api}/setups-inquiry`, `{"email":"${email}`),
    await send(`${api}/setups-inquiry`, { email: [email], idea: { phone }, language: email }),
    await send(`${api}/newsletter-signup`, { email: `${email}\u0000`, language: 'NL' }),
    await send(`${api}/newsletter-signup`, { email: `${email}${' '.repeat(40_000)}` }),
    await send(`${api}/video-signup`, { email, phone, videoId: email, watchTime: phone }),
    await send(`${api}/unsubscribe?token=${email}`, { token: email }),
    await send(`${api}/newsletter-confirm`, { token: email }),
    await send(`${api}/admin/login`, { secretKey: email }),
    await send(`${api}/my-visit`, { action: email }),
    await get(`my-visit?receipt=${email}`, ''),
    await get(`admin/leads?q=${email}`, email),
  ];
  return statuses.filter((status) => status >= 400 && status < 500).length;
}

/** Opens pages that are handed an address, and has the owner look for the person. */
async function lookAround(baseUrl: string): Promise<void> {
  const referer = `https://example.com/${email}`;
  await fetch(`${baseUrl}/unsubscribe?email=${email}&phone=${phone}`, { headers: { referer } });
  const visit = { page: `/unsubscribe?email=${email}`, referrer: referer };
  await send(`${baseUrl}/api/visit`, visit, firefox);
  const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
  for (const canary of canaries) await call(`${baseUrl}/api/admin/leads?q=${canary}`, token);
}

const tables = () =>
  withPostgres(databaseUrl, (db) =>
    tablesHolding(async (sql, values) => (await db.query<{ name: string }>(sql, values)).rows, canaries),
  );

/** The files of every program, also root's, which are linked to from a closed folder (infra/operate/src/local/open-dirs.ts). */
function files(): string[] {
  const links = readdirSync(localDir, { withFileTypes: true }).filter(
    (entry) => entry.isSymbolicLink() && !['current', 'releases'].includes(entry.name),
  );
  const linked = links.flatMap(({ name }) =>
    filesHolding(realpathSync(join(localDir, name)), canaries).map((file) => join(name, file)),
  );
  return [...filesHolding(localDir, canaries), ...linked];
}
/** Postgres' own files keep deleted data until it is written over: docs/backup.md. */
const isOfPostgres = (file: string) => file.startsWith('postgres/');
const ownFiles = () => files().filter((file) => !isOfPostgres(file));

const run = promisify(execFile);
const erase = () =>
  run(process.execPath, [join(root, 'api/dist/persons/person.js'), 'erase', email], {
    env: { ...process.env, ...settings.environment, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl },
  });

async function drill(baseUrl: string): Promise<Row[]> {
  const accepted = await useForms(`${baseUrl}/api`);
  const refused = await misuseForms(`${baseUrl}/api`);
  await lookAround(baseUrl);
  const isStored = async () => {
    const stored = await readRow<{ leads: number; visits: number; tried: number }>(
      databaseUrl,
      `select (select count(*)::int from leads) as leads, (select count(*)::int from visits where referrer is not null) as visits,
        (select count(distinct kind)::int from outbox where failures > 0 and kind in ('webhook', 'mail')) as tried`,
    );
    return stored.leads === 5 && stored.visits === 1 && stored.tried === 2;
  };
  const stored = await until(isStored, { withinMs: 30_000 });
  const before = { tables: await tables(), files: ownFiles() };
  const { stdout } = await erase();
  process.stdout.write(`${stdout}before: ${[...before.tables, ...before.files].join(', ')}\n`);
  // Redis rewrites its file in the background.
  await until(() => ownFiles().length === 0, { withinMs: 30_000, everyMs: 500 });
  const found = {
    tables: await tables(),
    keys: await keysHolding(redisUrl, canaries),
    files: ownFiles(),
  };
  process.stdout.write(`after: ${Object.values(found).flat().join(', ') || 'nothing'}\n`);
  // A log with nothing in it would prove nothing.
  const logs = filesHolding(join(localDir, 'log'), ['\n']);
  const inPostgres = files().filter(isOfPostgres);
  return [
    atLeast('forms accepted', accepted, 6, 'of 6'),
    atLeast('bad calls refused', refused, 11, 'of 11'),
    atLeast('all of it stored, and webhooks and mails tried', Number(stored), 1),
    // Where the unsubscribe overtook the signup, nobody subscribed.
    atLeast('tables with the person before', before.tables.length, 4),
    atLeast('files with the person before', before.files.length, 1),
    atMost('tables with the person after', found.tables.length, 0),
    atMost('keys of Redis with the person after', found.keys.length, 0),
    atMost('files with the person after', found.files.length, 0),
    atLeast('logs among them', logs.length, 4),
    { what: "files of Postgres with deleted rows that aren't written over yet", value: inPostgres.length },
  ];
}

mkdirSync(localDir, { recursive: true });
await printAndCount(() => withStack(settings, drill));
await receiver.close();
