import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { onConnection, readStatements } from '../platform/sql.js';

export type Snapshot = ClientBase;

/** Our questions take milliseconds; starting parallel workers takes as long. */
const begin = `begin isolation level repeatable read read only; set local max_parallel_workers_per_gather = 0`;

/**
 * Runs `read` on one snapshot of the database. Its `begin` is sent together with the first queries and its end isn't
 * awaited, because each would be a round trip of its own.
 */
export function inSnapshot<Result>(
  db: DataSource,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return onConnection(db, async (snapshot) => {
    try {
      const begun = snapshot.query(begin);
      const [result] = await Promise.all([read(snapshot), begun]);
      return result;
    } finally {
      // Nothing was written. If the connection is gone, so is its transaction.
      void snapshot.query('rollback').catch(() => undefined);
    }
  });
}

/** Every question that the figures answer, by name. */
const questions = new Map(
  ['dashboard', 'goals', 'now', 'range', 'retention', 'videos'].flatMap((file) => [
    ...readStatements(new URL(`./sql/${file}.sql`, import.meta.url)),
  ]),
);

/**
 * One of these questions as a function. The name makes it a prepared statement, which a
 * connection plans once: with a partition per month, planning is a fifth of the time.
 */
export function loadQuery<Row extends object>(name: string) {
  const text = questions.get(name);
  if (text === undefined) throw new Error(`there is no question ${name} in sql/`);
  return async (snapshot: Snapshot, values: unknown[] = []): Promise<Row[]> => {
    const { rows } = await snapshot.query<Row>({ name, text, values });
    return rows;
  };
}

/** `Promise.all` for an object. Queries started this way are pipelined: none waits for another's result. */
export async function resolveAll<Promised extends object>(
  promised: Promised,
): Promise<{ [Name in keyof Promised]: Awaited<Promised[Name]> }> {
  const entries = Object.entries(promised).map(async ([name, value]) => [name, await value] as const);
  return Object.fromEntries(await Promise.all(entries)) as {
    [Name in keyof Promised]: Awaited<Promised[Name]>;
  };
}
