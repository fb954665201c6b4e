import { createTestDatabase, hasPgBouncer, startPgBouncer } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';

// make test installs it; a run by hand may be without.
describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  let test: Awaited<ReturnType<typeof createTestApp>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    bouncer = await startPgBouncer(database.apiUrl);
    test = await createTestApp({ DATABASE_URL: database.apiUrl, DATABASE_POOLER_URL: bouncer.url });
  });
  afterAll(async () => {
    await test.close();
    await bouncer.stop();
    await database.drop();
  });

  it('answers many questions at once on two connections, which no statement is prepared on', async () => {
    const bearer = `Bearer ${await test.login()}`;
    const days = 'from=2026-03-01&to=2026-03-02';
    const questions = ['', `/range?${days}`, `/sessions?${days}&filter=country:is:NL`, `/goals?${days}`];
    // More than once, because a connection learns its statements from the first.
    const paths = Array.from({ length: 10 }, () => questions).flat();
    const answers = await Promise.all(
      paths.map((path) => test.http.get(`/api/admin/analytics${path}`).set('authorization', bearer)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const connections = await database.dataSource.query<unknown[]>(
      `select from pg_stat_activity where datname = current_database() and application_name = 'voordeur-api'`,
    );
    expect(connections.length).toBeGreaterThan(0);
    expect(connections.length).toBeLessThanOrEqual(2);
  });

  it('counts guesses that come at once together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => test.http.post('/api/admin/login').send({ secretKey: 'wrong' })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });
});
