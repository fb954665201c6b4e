import pg from 'pg';
import { urlOf, withPostgres } from '../local/with-postgres.js';

export const nameOf = (databaseUrl: string) => decodeURIComponent(new URL(databaseUrl).pathname.slice(1));

/** A restore builds this one next to the live database. */
export const scratchOf = (databaseUrl: string) => `${nameOf(databaseUrl)}_restore`;

/** The live one before the last restore. */
export const replacedOf = (databaseUrl: string) => `${nameOf(databaseUrl)}_replaced`;

/** A connection to the server that no database of ours stands in the way of. */
export function withServer<Result>(
  databaseUrl: string,
  work: (db: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withPostgres(urlOf(databaseUrl, 'postgres'), work);
}

export async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  await withServer(databaseUrl, (db) =>
    db.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  );
}

/** An empty database for a restore, in place of what one that was killed has left. Returns its address. */
export async function makeScratch(databaseUrl: string): Promise<string> {
  const name = scratchOf(databaseUrl);
  await dropDatabase(databaseUrl, name);
  await withServer(databaseUrl, (db) =>
    db.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`),
  );
  return urlOf(databaseUrl, name);
}

/**
 * Puts the restored database in the live one's place, which is kept under another name. Both renames are one transaction,
 * so that the product has one or the other whenever this ends. Its connections are closed; it opens new ones.
 */
export async function swapIn(databaseUrl: string): Promise<void> {
  const [live, scratch, replaced] = [nameOf, scratchOf, replacedOf].map((naming) =>
    pg.escapeIdentifier(naming(databaseUrl)),
  );
  await dropDatabase(databaseUrl, replacedOf(databaseUrl));
  await withServer(databaseUrl, (closing) =>
    withServer(databaseUrl, async (db) => {
      const closeConnections = setInterval(() => {
        const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
        closing.query(end, [nameOf(databaseUrl)]).catch(() => undefined);
      }, 50);
      try {
        await db.query('begin');
        // It locks the database against new connections, then waits 5 s at most until the last one is closed.
        await db.query(`alter database ${live} rename to ${replaced}`);
      } finally {
        clearInterval(closeConnections);
      }
      await db.query(`alter database ${scratch} rename to ${live}`);
      await db.query('commit');
    }),
  );
}
