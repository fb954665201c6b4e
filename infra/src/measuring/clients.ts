import pg from 'pg';

/** A token for the admin. Throws when the login is refused. */
export async function logIn(baseUrl: string, secretKey = ''): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secretKey }),
  });
  if (!answer.ok) throw new Error(`login answered ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}

/** Milliseconds until the owner's call is answered in full. Throws when it is refused. */
export async function timeCall(url: string, token: string): Promise<number> {
  const startMs = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
  return performance.now() - startMs;
}

/** A connection for as long as `work` takes. */
export async function withPostgres<Result>(
  databaseUrl: string,
  work: (db: pg.Client) => Promise<Result>,
): Promise<Result> {
  const db = new pg.Client(databaseUrl);
  // A server that is killed; the query in hand throws.
  db.on('error', () => undefined);
  try {
    await db.connect();
    return await work(db);
  } finally {
    await db.end().catch(() => undefined);
  }
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
