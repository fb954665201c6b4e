import { createTestDatabase } from '@voordeur/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inSnapshot, type Snapshot } from './query.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const countSettings = async (snapshot: Snapshot) => {
  const { rows } = await snapshot.query<{ n: number }>('select count(*)::int as n from settings');
  return rows[0]?.n;
};
const addSetting = "insert into settings (name, value) values ('from-a-test', '1')";

it('sees nothing of what others write after its first question', async () => {
  const seen = await inSnapshot(database.dataSource, async (snapshot) => {
    const before = await countSettings(snapshot);
    await database.dataSource.query(addSetting);
    return [before, await countSettings(snapshot)];
  });
  expect(seen[1]).toBe(seen[0]);
  expect(await inSnapshot(database.dataSource, countSettings)).toBe((seen[0] ?? 0) + 1);
});

it('throws what a question throws, writes nothing, and leaves no transaction open', async () => {
  const failing = inSnapshot(database.dataSource, (snapshot) => snapshot.query(addSetting));
  await expect(failing).rejects.toThrow('read-only transaction');
  await expect
    .poll(() =>
      database.dataSource.query<unknown[]>(
        "select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      ),
    )
    .toEqual([]);
});
