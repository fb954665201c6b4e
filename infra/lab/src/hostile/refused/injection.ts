import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { logFileOf } from '@voordeur/operate/local/supervise.js';
import { until } from '@voordeur/operate/local/until.js';
import { headOf, isStatus, jsonOf, type Kind, ownerToken, type Target } from './target.js';

const escape = String.fromCharCode(27);
const broken = [
  '%0d%0a',
  '%0a',
  '%0d',
  '%c4%8d%c4%8a',
  '%e5%98%8a%e5%98%8d',
  '%E2%80%A8',
  '%00',
  '%1b[31m',
  '%250d%250a',
];
const canary = 'hostile-canary';

/** Lines of its own in our logs and heads of answers. */
export const lineInjection: Kind = async (target) => {
  const { ask, expect, postJson, settings } = target;
  for (const line of broken) {
    const forged = `${line}Set-Cookie:forged=1${line}X-Forged:1`;
    const paths = [
      `/learn/${forged}/`,
      `/en/learn${forged}`,
      `/${forged}/`,
      `/api/unsubscribe?token=${forged}&language=NL`,
      `/documents/guide.pdf?expires=${forged}&sig=${forged}`,
      `/api/ip?${forged}`,
    ];
    for (const path of paths) {
      const reply = await ask(path);
      const head = headOf(reply).toLowerCase();
      expect(`${line} in ${path.slice(0, 12)}`, !/^(set-cookie|x-forged)/m.test(head), reply);
    }
  }

  const texts = [
    `${escape}[2J${escape}[31mforged`,
    '"} {"level":60,"msg":"forged"}',
    '\\r\\nforged',
    `\${jndi:ldap://127.0.0.1/forged}`,
    '%s%s%n forged',
    '127.0.0.0 [2026-01-01T00:00:00+00:00] "GET /forged" 200 forged',
    '\u2028forged',
  ];
  for (const text of texts) {
    const agent = Buffer.from(text).toString('latin1');
    const sent = [
      await ask('/learn', { headers: { 'user-agent': agent, referer: agent, 'x-request-id': agent } }),
      await ask(`/${encodeURIComponent(text)}`),
      await postJson(
        '/api/visit',
        { page: `/${text}`, referrer: text },
        { headers: { 'x-request-id': agent } },
      ),
      await postJson('/api/admin/login', { secretKey: text }),
      await postJson('/api/newsletter-signup', {
        email: `${canary}@example.org\r\nBcc: x@example.org`,
        language: text,
      }),
    ];
    for (const reply of sent) expect('a text for the log', reply.statuses.length === 1, reply);
  }
  // nginx and pino write a moment after the answer.
  await wait(500);
  const door = linesOf(target, 'nginx').filter((line) => line.includes('"'));
  const form = /^[0-9a-f.:-]+ \[[^\]]+\] "[A-Z]* [^"]*" \d{3} \d+ [\d.]+ [\d.,: -]+ [\d.,: -]+ [0-9a-f]{32}$/;
  for (const line of door) expect("a line of nginx's log", form.test(line), line);
  const ours = [...linesOf(target, 'api-1'), ...linesOf(target, 'worker-1')];
  for (const line of ours) expect('a line of our log', isJson(line), line);
  const all = [...door, ...ours].join('\n');
  expect('what would steer a terminal', !all.includes(escape), 'an escape in a log');
  expect('an address in a log', !all.includes(canary), 'the address of a form');
  const secrets = [settings.environment['ADMIN_SECRET_KEY'], settings.environment['JWT_SECRET']];
  expect('a secret in a log', !secrets.some((secret) => secret && all.includes(secret)), 'a secret');
};

function linesOf({ settings }: Target, part: string): string[] {
  return readFileSync(logFileOf(settings.localDir, part), 'utf8').split('\n').filter(Boolean);
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** What a stranger would write into each column, by its type. */
const byType: Record<string, unknown> = {
  uuid: '00000000-0000-7000-8000-00000000dead',
  text: 'forged',
  integer: 31_337,
  smallint: 31_337,
  bigint: 31_337,
  boolean: true,
  'timestamp with time zone': '2001-01-01T00:00:00.000Z',
  bytea: '\\xdeadbeef',
  inet: '203.0.113.77',
};

/** Every column of the table as a field of each body: only what the form has may reach the row. */
export const massAssignment: Kind = async (target) => {
  const { expect, postJson, settings, ask } = target;
  const columns = await columnsOf(settings.databaseUrl, 'leads');
  const common = () => ({ timestamp: new Date().toISOString(), language: 'NL' });
  const forms: Record<string, (email: string) => object> = {
    '/api/setups-inquiry': (email) => ({ ...common(), email, idea: 'What does it cost?' }),
    '/api/newsletter-signup': (email) => ({ ...common(), email }),
    '/api/video-signup': (email) => ({ ...common(), email, videoId: 'video-1', watchTime: 120 }),
    '/api/prompt-signup': (email) => ({ ...common(), email }),
  };
  // Those that a form may have, and columns are called the same.
  const ofForms = ['kind', 'phone'];
  for (const [path, formOf] of Object.entries(forms)) {
    const email = `mass-${Date.now()}-${path.slice(5, 8)}@example.org`;
    const form = formOf(email);
    const more = forgedFields(columns, [...Object.keys(form), ...ofForms]);
    const reply = await postJson(path, { ...more, ...form });
    const { id } = jsonOf(reply);
    expect(`${path} with ${Object.keys(more).length} more fields`, isStatus(reply, 202, 200), reply);
    const row = typeof id !== 'string' ? null : await untilRow(settings.databaseUrl, id);
    if (!row) {
      expect(`the row of ${path}`, false, `none of id ${String(id)}`);
      continue;
    }
    for (const [name, type] of columns) {
      const isForged = String(row[name]) === String(byType[type]);
      expect(`${path}: ${name}`, !isForged, String(row[name]));
    }
  }

  const [lead] = await query<{ id: string }>(
    settings.databaseUrl,
    'select id from leads order by id limit 1',
  );
  if (!lead) throw new Error('There is no lead.');
  const before = await query(settings.databaseUrl, 'select * from leads where id = $1', [lead.id]);
  const headers = { authorization: `Bearer ${await ownerToken(target)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ ...forgedFields(columns, ['status', 'note']), note: 'mine' });
  const changed = await ask(`/api/admin/leads/${lead.id}`, { method: 'PATCH', headers, body });
  expect("the owner's change with more fields", isStatus(changed, 200, 400), changed);
  const after = await query(settings.databaseUrl, 'select * from leads where id = $1', [lead.id]);
  for (const [name] of columns) {
    const isSame = String(after[0]?.[name]) === String(before[0]?.[name]);
    expect(`PATCH: ${name}`, isSame || ['note', 'revision'].includes(name), String(after[0]?.[name]));
  }

  for (const poison of ['__proto__', 'constructor', 'prototype']) {
    const text = `{"email":"a@example.org","${poison}":{"isAdmin":true,"verdict":"accepted"}}`;
    const json = { 'content-type': 'application/json' };
    const reply = await ask('/api/unsubscribe', { method: 'POST', headers: json, body: text });
    expect(poison, isStatus(reply, 202, 400), reply);
  }
};

/** In the spellings of the table and of the code. */
function forgedFields(columns: [name: string, type: string][], except: string[]): Record<string, unknown> {
  const fields = columns.flatMap(([name, type]) => {
    const inCode = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [name, inCode]
      .filter((spelling) => !except.includes(spelling))
      .map((spelling) => [spelling, byType[type]]);
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

async function columnsOf(databaseUrl: string, table: string): Promise<[name: string, type: string][]> {
  const rows = await query<{ name: string; type: string }>(
    databaseUrl,
    'select column_name as name, data_type as type from information_schema.columns where table_name = $1',
    [table],
  );
  return rows.map(({ name, type }) => [name, type]);
}

async function untilRow(databaseUrl: string, id: string): Promise<Record<string, unknown> | null> {
  let row: Record<string, unknown> | undefined;
  await until(
    async () => {
      [row] = await query(databaseUrl, 'select * from leads where id = $1', [id]);
      return row !== undefined;
    },
    { withinMs: 10_000 },
  );
  return row ?? null;
}

async function query<Row extends Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withPostgres(databaseUrl, async (db) => (await db.query<Row>(sql, values)).rows);
}
