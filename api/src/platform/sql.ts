import { readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';

/**
 * Runs `use` with a pooled connection of its own. The connection is node-postgres's client, because TypeORM supports
 * neither prepared statements nor pipelining.
 */
export async function onConnection<Result>(
  db: DataSource,
  use: (connection: ClientBase) => Promise<Result>,
): Promise<Result> {
  const runner = db.createQueryRunner();
  try {
    return await use((await runner.connect()) as ClientBase);
  } finally {
    await runner.release();
  }
}

/**
 * The statements of a `.sql` file by their names. Each begins with a comment of its name and the question that it
 * answers (`-- hours: How many visits …?`).
 */
export function readStatements(file: URL): ReadonlyMap<string, string> {
  const statements = readFileSync(file, 'utf8').split(/^(?=-- [a-z-]+: )/m);
  return new Map(statements.map((text) => [/^-- ([a-z-]+):/.exec(text)?.[1] ?? '', text]));
}

/** Matches the text anywhere; `%` and `_` are literal. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
