import { readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * One question of `sql/`, read from its file when the process starts, to be asked in a transaction. Its name makes it
 * a prepared statement, which a connection plans once: with a partition a month that is a fifth of the time. Typeorm
 * has no such call, so its own connection is asked.
 */
export function question<Row extends object>(name: string) {
  const text = readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8');
  return async ({ queryRunner }: EntityManager, values: unknown[] = []): Promise<Row[]> => {
    if (!queryRunner) throw new Error(`${name} was asked outside of a transaction`);
    const client = (await queryRunner.connect()) as ClientBase;
    const { rows } = await client.query<Row>({ name, text, values });
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
