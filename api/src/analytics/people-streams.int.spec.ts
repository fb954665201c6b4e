import { once } from 'node:events';
import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PeopleNow } from '@voordeur/contracts/http';
import { eventIdAt, firstIdAt } from '@voordeur/server';
import { readEvents } from '@voordeur/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useApp } from '../testing/hooks.js';

const test = useApp();
let origin: string;
const server = (): Server => test.app.getHttpServer();

beforeAll(async () => {
  await test.app.listen(0, '127.0.0.1');
  origin = `http://127.0.0.1:${(server().address() as AddressInfo).port}`;
  const day = 86_400_000;
  await test.database.dataSource.query(
    `create table visits_of_now partition of visits
      for values from ('${firstIdAt(Date.now() - 2 * day)}') to ('${firstIdAt(Date.now() + 2 * day)}')`,
  );
});
beforeEach(() => test.database.dataSource.query('delete from visits'));
// fetch opens its next connection as soon as one is cut, and the server would wait a minute for a request on it.
afterAll(() => {
  server().closeAllConnections();
});

const ask = (headers: Record<string, string>, method = 'GET') => {
  const leaving = new AbortController();
  onTestFinished(() => {
    leaving.abort();
  });
  return fetch(`${origin}/api/admin/analytics/now`, { method, headers, signal: leaving.signal });
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Everything a stream has sent so far, and whether it has ended. */
async function watch(token: string) {
  const response = await ask(bearer(token));
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const seen = { said: [] as PeopleNow[], hasEnded: false };
  void (async () => {
    for await (const event of readEvents<PeopleNow>(response)) seen.said.push(event);
    seen.hasEnded = true;
  })().catch(() => undefined);
  await expect.poll(() => seen.said.length).toBeGreaterThan(0);
  return seen;
}

async function addVisit(page: string): Promise<void> {
  const { id, occurredAt } = eventIdAt(Date.now());
  await test.database.dataSource.query(
    `insert into visits (id, occurred_at, source, page, visitor, country, ip)
    values ($1, $2, 'beacon', $3, '\\xfeedbeef', 'NL', '145.97.31.0')`,
    [id, occurredAt, page],
  );
}

it('is for the owner only, who is refused at once without a session', async () => {
  for (const headers of [{}, bearer('nonsense')]) {
    const answer = await ask(headers);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session-expired' }]);
  }
});

it('says at once that nobody is there, then who is, the same to everyone who watches', async () => {
  const first = await watch(await test.login());
  expect(first.said).toEqual([{ count: 0, people: [] }]);
  await addVisit('/nl/learn?utm_source=x');
  await expect.poll(() => first.said.at(-1)?.people[0]?.page, { timeout: 2_000 }).toBe('/nl/learn');
  const second = await watch(await test.login());
  expect(second.said).toEqual([first.said.at(-1)]);
  expect(JSON.stringify(second.said)).not.toMatch(/feedbeef|145\.97/);
});

it('answers HEAD without a body, and is done', async () => {
  const answer = await ask(bearer(await test.login()), 'HEAD');
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

describe('ends with its session', () => {
  it('that logs out; another one goes on', async () => {
    const [token, other] = [await test.login(), await test.login()];
    const [ending, staying] = [await watch(token), await watch(other)];
    await test.http.post('/api/admin/logout').set(bearer(token)).expect(204);
    await expect.poll(() => ending.hasEnded, { timeout: 4_000 }).toBe(true);
    await addVisit('/nl/after');
    await expect.poll(() => staying.said.at(-1)?.people[0]?.page).toBe('/nl/after');
    expect([staying.hasEnded, JSON.stringify(ending.said)]).toEqual([
      false,
      expect.not.stringContaining('/nl/after'),
    ]);
  });

  it('that another one ends', async () => {
    const [token, other] = [await test.login(), await test.login()];
    const ending = await watch(token);
    await test.http.delete('/api/admin/sessions').set(bearer(other)).expect(204);
    await expect.poll(() => ending.hasEnded, { timeout: 4_000 }).toBe(true);
  });

  it('that expires', async () => {
    const ending = await watch(await test.login());
    await test.database.dataSource.query(`update admin_sessions set expires_at = now()`);
    await expect.poll(() => ending.hasEnded, { timeout: 4_000 }).toBe(true);
  });
});

it('asks Postgres nothing while nobody watches', async () => {
  const lastAsked = async () => {
    const [row] = await test.database.dataSource.query<{ at: Date | null }[]>(
      `select max(query_start) as at from pg_stat_activity
      where datname = current_database() and query ~ '^(-- people-now|select id from admin_sessions)'`,
    );
    return row?.at?.getTime() ?? 0;
  };
  const watching = get(`${origin}/api/admin/analytics/now`, { headers: bearer(await test.login()) });
  await once(watching, 'response');
  const first = await lastAsked();
  await expect.poll(lastAsked).toBeGreaterThan(first);
  watching.destroy();
  let before = 0;
  const hasChanged = async () => {
    const last = before;
    before = await lastAsked();
    return before !== last;
  };
  await expect.poll(hasChanged, { interval: 2_500 }).toBe(false);
});
