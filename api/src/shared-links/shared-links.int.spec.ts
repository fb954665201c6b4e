import type {
  NewSharedLinkAnswer,
  OpenSharedAnswer,
  SharedFigures,
  SharedLinksAnswer,
} from '@voordeur/contracts/http';
import { narrow, numberColumns, packColumns, type SessionColumns, valueColumns } from '@voordeur/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp({ LOGIN_MAX_ATTEMPTS: '2' });
/** Another process on the same database. */
const other = useApp({}, (url) => {
  url.href = test.database.apiUrl;
  return Promise.resolve();
});
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Record<string, unknown>[]>(sql, values);

beforeEach(() => query('truncate shared_links, security_events, login_failures'));

const path = '/api/admin/shared-links';
const days = '?from=2026-03-01&to=2026-03-02';
const usual = { name: 'For the accountant', query: days, days: 30 };
const create = async (body: object = {}) =>
  (await owner.post(path, { ...usual, ...body }).expect(201)).body as NewSharedLinkAnswer;
const list = async () => ((await owner.get(path).expect(200)).body as SharedLinksAnswer).links;
const revoke = (id: string) => test.http.delete(`${path}/${id}`).set('authorization', owner.bearer());
const open = (body: object, http = test.http, address = '203.0.113.9') =>
  http.post('/api/shared/open').set('x-real-ip', address).send(body);
const opened = async (body: object) => (await open(body).expect(200)).body as OpenSharedAnswer;
const figures = (token: string, more = '', http = test.http) =>
  http.get(`/api/shared/figures${more}`).set('authorization', `Bearer ${token}`);
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

/** A session of one page view from each of these countries, on the first of March. */
async function visit(...countries: string[]): Promise<void> {
  const zeros = narrow(countries.map(() => 0));
  const none = narrow([]);
  const places = narrow(countries.map((_, place) => place));
  const numbers = {
    ...(Object.fromEntries(numberColumns.map((name) => [name, zeros])) as SessionColumns['numbers']),
    ...{ visitor: places, country: places, pageViews: narrow(countries.map(() => 1)) },
    ...{ between: none, viewSession: none, viewVideo: none, viewSeconds: none },
  };
  const unknown = Object.fromEntries(valueColumns.map((name) => [name, ['']]));
  const values = { ...unknown, page: ['/nl'], country: countries } as SessionColumns['values'];
  await query(`insert into sessions_by_day values ('2026-03-01', gen_random_uuid(), $1)`, [
    packColumns({ numbers, values }),
  ]);
}

describe('a link', () => {
  it('shows the figures of its own days and filters, whatever is asked for', async () => {
    await query('truncate sessions_by_day');
    await visit('NL', 'NL', 'DE');
    const link = await create({ query: `${days}&filter=country:is:NL&compare=year` });
    const { token, ...view } = await opened({ token: link.token });
    expect(view).toEqual({ name: usual.name, query: link.query, timeZone: 'Europe/Amsterdam' });
    const own = (await figures(token).expect(200)).body as SharedFigures;
    expect(own.range).toBeNull();
    expect(own.sessions).toMatchObject({ from: '2026-03-01', to: '2026-03-02', totals: { sessions: 2 } });
    expect(own.sessions.panels.country.rows).toEqual([{ value: 'NL', sessions: 2 }]);
    for (const more of ['?filter=country:is:DE', '?last=all', '?from=2020-01-01&to=2026-12-31&filter=']) {
      const asked = (await figures(token, more).expect(200)).body as SharedFigures;
      expect(asked.sessions.totals).toEqual(own.sessions.totals);
      expect(asked.sessions.from).toBe('2026-03-01');
    }
  });

  it('without filters has the page views of its days, and nothing of other days', async () => {
    const { token } = await opened({ token: (await create()).token });
    const { range } = (await figures(token).expect(200)).body as SharedFigures;
    expect(range).toMatchObject({ from: '2026-03-01', to: '2026-03-02', summary: { total: 0 } });
    expect(range).not.toHaveProperty('overall');
    await query(`insert into days (day, people, people_by_hour, bots, visitors) values ('2025-01-01', 1, '{}', 0, 1)
      on conflict do nothing`);
    const compared = await opened({ token: (await create({ query: `${days}&compare=year` })).token });
    const { rangeBefore } = (await figures(compared.token).expect(200)).body as SharedFigures;
    expect(rangeBefore).toMatchObject({ from: '2025-03-01', to: '2025-03-02' });
    expect(rangeBefore).not.toHaveProperty('overall');
  });

  it('opens nothing but its figures, and neither token is good for the other', async () => {
    const link = await create();
    const { token } = await opened({ token: link.token });
    for (const address of ['analytics', 'analytics/range?last=7d', 'analytics/now', 'leads', 'sessions'])
      for (const bearer of [token, link.token])
        await test.http.get(`/api/admin/${address}`).set('authorization', `Bearer ${bearer}`).expect(401);
    for (const bearer of [link.token, owner.token, 'nonsense', ''])
      expect(codeOf(await figures(bearer).expect(401))).toBe('view-expired');
    await test.http.get('/api/shared/figures').expect(401);
  });

  it('is stored without its token and its password', async () => {
    const { token, ...shown } = await create({ password: 'kitchen table' });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(shown).toMatchObject({ name: usual.name, query: days, hasPassword: true, lastUsedAt: null });
    expect(await list()).toEqual([shown]);
    const rows = await query(
      `select *, token_hash = sha256($1) as "isSha256", length(password_hash) as length from shared_links`,
      [token],
    );
    expect(rows[0]).toMatchObject({ isSha256: true, length: 48 });
    expect(JSON.stringify(rows) + test.log.join('')).not.toMatch(new RegExp(`${token}|kitchen`));
    expect(await query('select kind from security_events')).toEqual([{ kind: 'link-created' }]);
  });

  it('ends for everybody who has it open, in every process, once it is revoked', async () => {
    const link = await create();
    const { token } = await opened({ token: link.token });
    await figures(token, '', other.http).expect(200);
    await revoke(link.id).expect(204);
    for (const { http } of [test, other]) {
      expect(codeOf(await figures(token, '', http).expect(403))).toBe('link-expired');
      expect(codeOf(await open({ token: link.token }, http).expect(403))).toBe('link-expired');
    }
    await revoke(link.id).expect(404);
    expect(await list()).toEqual([]);
  });

  it('ends with its time, and reads like one that never was', async () => {
    const link = await create({ days: 7 });
    expect((Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 86_400_000).toBe(7);
    const { token } = await opened({ token: link.token });
    await query('update shared_links set expires_at = now()');
    const refused = await open({ token: link.token }).expect(403);
    expect((await figures(token).expect(403)).body).toEqual(refused.body);
    expect((await open({ token: 'never' }).expect(403)).body).toEqual(refused.body);
    // The owner sees that it has ended.
    expect(await list()).toHaveLength(1);
  });

  it('says when it was last opened, to the hour', async () => {
    const { token } = await create();
    await opened({ token });
    const [first] = await list();
    expect(Date.now() - Date.parse(first?.lastUsedAt ?? '')).toBeLessThan(60_000);
    await opened({ token });
    expect(await list()).toEqual([first]);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['no query', { query: '' }],
    ['a query without days', { query: '?filter=country:is:NL' }],
    ['a filter that cannot be read', { query: `${days}&filter=leads:is:all` }],
    ['two ranges', { query: '?last=7d&last=30d' }],
    ['no end', { days: undefined }],
    ['an end of its own', { days: 10_000 }],
    ['a short password', { password: '1234567' }],
    ['a password that is no text', { password: ['12345678'] }],
  ])('is not made with %s', async (_, body) => {
    expect(codeOf(await owner.post(path, { ...usual, ...body }).expect(400))).toBe('invalid-body');
    expect(await list()).toEqual([]);
  });

  it.each([{}, { token: 1 }, { token: 'x'.repeat(101) }, { token: 'a', password: {} }])(
    'is not opened by %j',
    async (body) => {
      await open(body).expect(400);
    },
  );
});

describe('the password of a link', () => {
  it('is asked for, and opens it', async () => {
    const { token } = await create({ password: 'kitchen table' });
    expect(codeOf(await open({ token }).expect(401))).toBe('link-password-needed');
    expect(codeOf(await open({ token, password: 'Kitchen table' }).expect(401))).toBe('invalid-credentials');
    expect(await list()).toMatchObject([{ lastUsedAt: null }]);
    await open({ token, password: 'kitchen table' }).expect(200);
    // However the keyboard wrote the letter.
    const accented = await create({ password: 'caf\u00e9 au lait' });
    await open({ token: accented.token, password: 'cafe\u0301 au lait' }).expect(200);
  });

  it('can be guessed twice from an address, of which other links and the login know nothing', async () => {
    const { token } = await create({ password: 'kitchen table' });
    const { token: another } = await create({ password: 'garden chair' });
    const guess = (address?: string) => open({ token, password: 'wrong guess' }, test.http, address);
    for (let time = 0; time < 2; time += 1) await guess().expect(401);
    const locked = await open({ token, password: 'kitchen table' }).expect(429);
    expect(codeOf(locked)).toBe('locked-out');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    await open({ token: another, password: 'garden chair' }).expect(200);
    await open({ token, password: 'kitchen table' }, test.http, '203.0.113.10').expect(200);
    await test.http
      .post('/api/admin/login')
      .set('x-real-ip', '203.0.113.9')
      .send({ secretKey: 'the-key-of-the-tests' })
      .expect(200);
  });

  it('can be guessed twenty times from all addresses together, and then by nobody', async () => {
    const { token } = await create({ password: 'kitchen table' });
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const answer = await open({ token, password: 'wrong guess' }, test.http, `198.51.100.${index}`);
        return answer.status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    await open({ token, password: 'kitchen table' }).expect(429);
  });
});
