import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';

/**
 * What `use` resolves with, on a connection of typeorm's that is its own meanwhile. It is node-postgres' own client:
 * typeorm's calls know neither prepared statements nor a pipeline.
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
