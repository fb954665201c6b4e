import pg from 'pg';

/** A connection for as long as `work` takes. */
export async function withPostgres<Result>(
  databaseUrl: string,
  work: (db: pg.Client) => Promise<Result>,
): Promise<Result> {
  // One that hangs takes connections too.
  const db = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A server that is killed; the query in hand throws.
  db.on('error', () => undefined);
  try {
    await db.connect();
    return await work(db);
  } finally {
    await db.end().catch(() => undefined);
  }
}

/** The address of another database on the same server. */
export function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}
