import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, readJobs } from './create-test-app.js';

/*
 * Fixtures that the tests of a file share. Call these at the top of the file: each registers its own hooks, and the
 * object that it returns is filled before the first test.
 */

/** The api, for all tests of the file; `createTestApp` explains `options`. */
export function useApp(...options: Parameters<typeof createTestApp>) {
  const app = {} as Awaited<ReturnType<typeof createTestApp>>;
  beforeAll(async () => {
    Object.assign(app, await createTestApp(...options));
  });
  afterAll(() => app.close());
  return app;
}

/** Calls as the owner, in a session that all tests of the file share. */
export function useOwner(app: ReturnType<typeof useApp>) {
  const owner = {
    token: '',
    bearer: () => `Bearer ${owner.token}`,
    get: (path: string) => app.http.get(path).set('authorization', owner.bearer()),
    post: (path: string, body: object = {}) =>
      app.http.post(path).set('authorization', owner.bearer()).send(body),
  };
  beforeAll(async () => {
    owner.token = await app.login();
  });
  return owner;
}

/** The jobs that wait in the app's queues; none when a test begins. */
export function useJobs(app: ReturnType<typeof useApp>) {
  const jobs = {} as ReturnType<typeof readJobs>;
  beforeAll(() => {
    Object.assign(jobs, readJobs(app.config));
  });
  beforeEach(() => jobs.clear());
  afterAll(() => jobs.close());
  return jobs;
}

/** Leads in the table, without a job; none when a test begins. */
export function useLeads(app: ReturnType<typeof useApp>) {
  const query = (sql: string, values: unknown[] = []) =>
    app.database.dataSource.query<Record<string, unknown>[]>(sql, values);
  beforeEach(() => query('truncate leads, outbox, bounces cascade'));
  return {
    query,
    /** A question of one person, but for the columns given. Its id. */
    store: async (given: Record<string, unknown> = {}): Promise<string> => {
      const row = {
        id: uuidv7(),
        kind: 'question',
        email: 'you@example.org',
        client_timestamp: '2026-03-10T12:00:00Z',
        received_at: '2026-03-10T12:00:00Z',
        ...given,
      };
      const places = Object.keys(row).map((_, at) => `$${at + 1}`);
      await query(
        `insert into leads (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
        Object.values(row),
      );
      return row.id;
    },
  };
}
