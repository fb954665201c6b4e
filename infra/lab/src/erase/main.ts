import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startReceiver } from '@voordeur/worker/tools';
import { root } from '@voordeur/operate/local/settings.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { logIn, readRow } from '@voordeur/e2e/helpers/clients.js';
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
const settings = ownSettings('test-erase', 7, {
  ...Object.fromEntries(
    ['SETUPS', 'QUESTION', 'NEWSLETTER', 'VIDEO_SIGNUP', 'PROMPT_SIGNUP', 'UNSUBSCRIBE'].map((name) => [
      `WEBHOOK_${name}_URL`,
      receiver.url,
    ]),
  ),
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
  baseUrl: string,
  path: string,
  body: object | string,
  userAgent = `${firefox} (${email})`,
): Promise<number> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Submits every form as people do. */
async function useForms(baseUrl: string): Promise<number> {
  const timestamp = new Date().toISOString();
  const forms: [path: string, body: object][] = [
    ['setups-inquiry', { email, idea: `Call ${phone}`, language: 'NL' }],
    ['setups-inquiry', { email, idea: `Call ${phone}, will you?`, language: 'NL', kind: 'question' }],
    ['newsletter-signup', { email, language: 'ENG' }],
    ['video-signup', { email, phone, videoId: 'video-1', watchTime: 5 }],
    ['prompt-signup', { email, language: 'ENG' }],
    ['unsubscribe', { email }],
  ];
  let accepted = 0;
  for (const [path, body] of forms)
    if ((await send(baseUrl, `/api/${path}`, { ...body, timestamp })) === 202) accepted += 1;
  return accepted;
}

/** Rejected requests must not be written down either. */
async function misuseForms(baseUrl: string): Promise<number> {
  const statuses = [
    await send(baseUrl, '/api/setups-inquiry', `{"email":"${email}`),
    await send(baseUrl, '/api/setups-inquiry', { email: [email], idea: { phone }, language: email }),
    await send(baseUrl, '/api/newsletter-signup', { email: `${email}\u0000`, language: 'NL' }),
    await send(baseUrl, '/api/newsletter-signup', { email: `${email}${' '.repeat(40_000)}` }),
    await send(baseUrl, '/api/video-signup', { email, phone, videoId: email, watchTime: phone }),
    await send(baseUrl, `/api/unsubscribe?token=${email}`, { token: email }),
    await send(baseUrl, '/api/newsletter-confirm', { token: email }),
    await send(baseUrl, '/api/admin/login', { secretKey: email }),
    await send(baseUrl, '/api/my-visit', { action: email }),
    (await fetch(`${baseUrl}/api/my-visit?receipt=${email}`)).status,
    (await fetch(`${baseUrl}/api/admin/leads?q=${email}`, { headers: { authorization: `Bearer ${email}` } }))
      .status,
  ];
  return statuses.filter((status) => status >= 400 && status < 500).length;
}

/** Pages to which an address is handed on. */
async function openPages(baseUrl: string): Promise<void> {
  const referer = `https://example.com/${email}`;
  await fetch(`${baseUrl}/unsubscribe?email=${email}&phone=${phone}`, { headers: { referer } });
  await send(baseUrl, '/api/visit', { page: `/unsubscribe?email=${email}`, referrer: referer }, firefox);
}

/** The owner looks for them. */
async function search(baseUrl: string): Promise<void> {
  const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
  for (const path of [`leads?q=${email}`, `leads?q=${phone}`])
    await fetch(`${baseUrl}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } });
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
  const accepted = await useForms(baseUrl);
  const refused = await misuseForms(baseUrl);
  await openPages(baseUrl);
  const isStored = async () => {
    const stored = await readRow<{ leads: number; visits: number; tried: number }>(
      databaseUrl,
      `select (select count(*)::int from leads) as leads, (select count(*)::int from visits where referrer is not null) as visits,
        (select count(distinct kind)::int from outbox where failures > 0 and kind in ('webhook', 'mail')) as tried`,
    );
    return stored.leads === 5 && stored.visits === 1 && stored.tried === 2;
  };
  const stored = await until(isStored, { withinMs: 30_000 });
  await search(baseUrl);
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
    atLeast('tables with the person before', before.tables.length, 5),
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
