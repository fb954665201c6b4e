import type pg from 'pg';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';

/** One call, with the owner's token where one is given. Throws when it is refused. */
export async function call(url: string, token?: string, method = 'GET', body?: object): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${answer.status}`);
  return answer;
}

/** A token for the admin. */
export async function logIn(baseUrl: string, secretKey = ''): Promise<string> {
  const answer = await call(`${baseUrl}/api/admin/login`, undefined, 'POST', { secretKey });
  return ((await answer.json()) as { token: string }).token;
}

/** Milliseconds until the owner's call is answered in full. */
export async function timeCall(url: string, token: string): Promise<number> {
  const startMs = performance.now();
  await (await call(url, token)).arrayBuffer();
  return performance.now() - startMs;
}

/** The first row of a query. */
export async function readRow<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row> {
  const { rows } = await withPostgres(databaseUrl, (db) => db.query<Row>(sql, values));
  if (!rows[0]) throw new Error(`no row: ${sql}`);
  return rows[0];
}
