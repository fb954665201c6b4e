import type { EntityManager } from 'typeorm';

/** The zone whose days the figures in this database are counted in; null before the first start. */
export async function readTimeZone(db: EntityManager): Promise<string | null> {
  const rows: { value: string }[] = await db.query(`select value from settings where name = 'time_zone'`);
  return rows[0]?.value ?? null;
}

export async function writeTimeZone(db: EntityManager, timeZone: string): Promise<void> {
  await db.query(
    `insert into settings (name, value) values ('time_zone', $1)
    on conflict (name) do update set value = excluded.value`,
    [timeZone],
  );
}
