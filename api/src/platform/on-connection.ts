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
