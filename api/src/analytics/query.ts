import { readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { onConnection } from '../platform/on-connection.js';

export type Snapshot = ClientBase;

/**
 * What `ask` resolves with, all of it read from one snapshot of the database. Its begin travels with the first
 * questions, and nobody waits for its end: each would be a trip to Postgres by itself.
 */
export function inSnapshot<Answer>(
  db: DataSource,
  ask: (snapshot: Snapshot) => Promise<Answer>,
): Promise<Answer> {
  return onConnection(db, async (snapshot) => {
    try {
      const begun = snapshot.query('begin isolation level repeatable read read only');
      const [answer] = await Promise.all([ask(snapshot), begun]);
      return answer;
    } finally {
      // Nothing was written. Where the connection is gone, so is its transaction.
      void snapshot.query('rollback').catch(() => undefined);
    }
  });
}

/**
 * One question of `sql/`, read from its file when the process starts. Its name makes it a prepared statement, which a
 * connection plans once: with a partition a month that is a fifth of the time.
 */
export function question<Row extends object>(name: string) {
  const text = readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8');
  return async (snapshot: Snapshot, values: unknown[] = []): Promise<Row[]> => {
    const { rows } = await snapshot.query<Row>({ name, text, values });
    return rows;
  };
}

/** The same object once each of its promises is kept. Questions asked so wait for no other's answer (`pipeline`). */
export async function together<Asked extends object>(
  asked: Asked,
): Promise<{ [Name in keyof Asked]: Awaited<Asked[Name]> }> {
  const entries = Object.entries(asked).map(async ([name, value]) => [name, await value] as const);
  return Object.fromEntries(await Promise.all(entries)) as { [Name in keyof Asked]: Awaited<Asked[Name]> };
}
