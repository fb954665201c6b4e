import type { ApiKeysAnswer, NewApiKeyAnswer, PanelAnswer } from '@voordeur/contracts/http';
import { panelNames } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { describedCalls } from '../testing/described-calls.js';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp();
/** Another process on the same database, with limits. */
const other = useApp({ RATE_LIMIT: 'on' }, (url) => {
  url.href = test.database.apiUrl;
  return Promise.resolve();
});
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Record<string, unknown>[]>(sql, values);

beforeEach(() => query('truncate api_keys, security_events'));

const path = '/api/admin/api-keys';
const create = async (body: object = { name: 'Monday sheet' }) =>
  (await owner.post(path, body).expect(201)).body as NewApiKeyAnswer;
const list = async () => ((await owner.get(path).expect(200)).body as ApiKeysAnswer).keys;
const read = (key: string, address = '/api/admin/analytics/range?last=30d', http = test.http) =>
  http.get(address).set('authorization', `Bearer ${key}`);

/** Every call that the document describes, made with something in each place. */
const calls = describedCalls().map(({ method, path: address, isPrivate }) => ({
  call: `${method} ${address}`,
  isPrivate,
  method,
  url: address
    .replace('{id}', uuidv7())
    .replace('{panel}', 'page')
    .replaceAll(/\{\w+\}/g, 'video-1'),
}));

describe('an API key', () => {
  it('reads figures and nothing else: every other call of the document refuses it', async () => {
    const { key } = await create();
    const allowed = [];
    for (const { call, isPrivate, method, url } of calls) {
      const answer = await test.fastify.inject({
        method: method as 'GET',
        url: `${url}?last=7d`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { payload: '{"broken' }),
      });
      if (!isPrivate) continue;
      if (answer.statusCode === 200) allowed.push(call);
      else expect({ call, ...answer.json<object>() }).toMatchObject({ call, code: 'key-scope' });
    }
    expect(allowed.sort()).toEqual([
      'GET /api/admin/analytics/goals',
      'GET /api/admin/analytics/panels/{panel}',
      'GET /api/admin/analytics/range',
      'GET /api/admin/analytics/sessions',
      'GET /api/admin/analytics/videos/{videoId}/retention',
    ]);
    expect(calls.filter(({ isPrivate }) => isPrivate).length).toBeGreaterThan(30);
    // None of it was done on the way.
    expect(await list()).toHaveLength(1);
  });

  it('is not accepted where only a link opens, nor by the way of HEAD', async () => {
    const { key } = await create();
    await read(key, '/api/shared/figures').expect(401);
    const head = (url: string) => test.http.head(url).set('authorization', `Bearer ${key}`);
    await head('/api/admin/leads').expect(403);
    await head('/api/admin/analytics/range?last=7d').expect(200);
  });

  it('is shown once, and stored as its SHA-256 alone', async () => {
    const { key, ...shown } = await create();
    expect(key).toMatch(/^vdk_[\w-]{43}$/);
    expect(shown).toMatchObject({ name: 'Monday sheet', lastUsedAt: null, expiresAt: null });
    expect(await list()).toEqual([shown]);
    const rows = await query(
      `select *, encode(token_hash, 'hex') as hash, encode(sha256($1), 'hex') as expected
      from api_keys`,
      [key],
    );
    expect(rows[0]).toMatchObject({ hash: rows[0]?.['expected'] });
    expect(JSON.stringify(rows)).not.toContain(key.slice(4));
    expect(test.log.join('')).not.toContain(key);
    expect(await query('select kind from security_events')).toEqual([{ kind: 'api-key-created' }]);
  });

  it('has ended in every process once it is revoked, and once its time is over', async () => {
    const { key, id } = await create();
    await read(key, undefined, other.http).expect(200);
    await test.http.delete(`${path}/${id}`).set('authorization', owner.bearer()).expect(204);
    for (const http of [test.http, other.http]) {
      const refused = await read(key, undefined, http).expect(401);
      expect(refused.body).toMatchObject({ code: 'invalid-credentials' });
    }
    await test.http.delete(`${path}/${id}`).set('authorization', owner.bearer()).expect(404);

    const short = await create({ name: 'For a week', days: 7 });
    const days = (Date.parse(short.expiresAt ?? '') - Date.parse(short.createdAt)) / 86_400_000;
    expect(days).toBe(7);
    await read(short.key).expect(200);
    await query('update api_keys set expires_at = now()');
    await read(short.key).expect(401);
    expect(await list()).toHaveLength(1);
  });

  it('makes 120 calls a minute, from whatever address', async () => {
    const { key } = await create();
    const call = (index: number) =>
      read(key, '/api/admin/analytics/videos/a/retention?last=7d', other.http).set(
        'x-real-ip',
        `203.0.113.${index}`,
      );
    const statuses = [];
    for (let index = 0; index < 122; index += 1) statuses.push((await call(index)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.slice(120)).toEqual([429, 429]);
    await read((await create()).key, undefined, other.http).expect(200);
  });

  it('says when it was last used, to the hour', async () => {
    const { key } = await create();
    await read(key);
    const [first] = await list();
    expect(Date.now() - Date.parse(first?.lastUsedAt ?? '')).toBeLessThan(60_000);
    await read(key);
    expect(await list()).toEqual([first]);
    await query(`update api_keys set last_used_at = now() - interval '61 minutes'`);
    await read(key);
    expect(Date.parse((await list())[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(first?.lastUsedAt ?? ''),
    );
  });

  it.each([
    ['nothing', ''],
    ['only how it begins', 'vdk_'],
    ['SQL', "vdk_'or'1'='1"],
    ['very long', `vdk_${'x'.repeat(5_000)}`],
  ])('is refused if it is %s', async (_, key) => {
    await read(key).expect(401);
  });

  it.each([
    ['no name', {}],
    ['a blank name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(81) }],
    ['other days', { name: 'a', days: 8 }],
  ])('is not made with %s', async (_, body) => {
    expect((await owner.post(path, body).expect(400)).body).toMatchObject({ code: 'invalid-body' });
    expect(await list()).toEqual([]);
  });
});

describe('a panel', () => {
  const days = 'from=2026-03-01&to=2026-03-02';
  const panel = (name: string, more = '') => `/api/admin/analytics/panels/${name}?${days}${more}`;

  it.each(panelNames)('%s is rows, as JSON or as CSV with the same columns', async (name) => {
    const { key } = await create();
    const answer = (await read(key, panel(name)).expect(200)).body as PanelAnswer;
    expect(answer).toMatchObject({ panel: name, from: '2026-03-01', to: '2026-03-02', more: 0 });
    const csv = await read(key, panel(name)).set('accept', 'text/csv').expect(200);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-2026-03-01-2026-03-02.csv"`,
      vary: 'accept',
    });
    const [head = '', ...lines] = csv.text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(answer.rows.length);
    for (const row of answer.rows) expect(Object.keys(row)).toEqual(head.split(','));
  });

  it('has its filters in the name of the file', async () => {
    const answer = await owner
      .get(panel('page', '&filter=country:is:NL&filter=page:contains:%22%0D%0A%2F..%2Fé'))
      .set('accept', 'text/csv')
      .expect(200);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="page-2026-03-01-2026-03-02-country-is-NL-page-contains.csv"',
    );
  });

  it('is one that there is, of a query that can be read', async () => {
    await owner.get(panel('leads')).expect(404);
    await owner.get(panel('constructor')).expect(404);
    await owner.get('/api/admin/analytics/panels/page').expect(400);
    await owner.get(panel('page', '&filter=country:is:nowhere')).expect(400);
  });
});
