import { setTimeout as wait } from 'node:timers/promises';
import { outboxChannel } from '@voordeur/contracts/db';
import { erasures, type ErasePerson, type PersonErased } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const lookEveryMs = 50;

/** Whom a request is about: an address, or a number. */
export type Person = ErasePerson;

/** Whether it can be somebody's address. A single letter would match everyone's referrers. */
export function isAddress(text: string): boolean {
  return /^[^@].*@.*[^@]$/.test(text);
}

/** Plans to erase everything about a person and returns the erasure's id. A worker does it, also if this process dies. */
export async function planErasure(db: EntityManager, person: Person): Promise<string> {
  const id = uuidv7();
  await db.query(
    `with planned as (
      insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
      values ($1, 'erasure', $2, $3, $1, $4, now(), now()) returning id)
    select pg_notify('${outboxChannel}', '') from planned`,
    [
      id,
      'email' in person ? erasures.destination : erasures.phoneDestination,
      erasures.type,
      JSON.stringify(person),
    ],
  );
  return id;
}

/** How much an erasure erased, by table: null if it isn't done yet, undefined if no erasure has this id. */
export async function readErasure(
  db: DataSource,
  id: string,
): Promise<PersonErased['erased'] | null | undefined> {
  const [row] = await db.query<Partial<PersonErased>[]>(
    `select payload->'erased' as erased from outbox where id = $1 and kind = 'erasure'`,
    [id],
  );
  return row?.erased;
}

/** Waits until it's done, at most `withinMs`: null if it takes longer. Holds no connection meanwhile. */
export async function waitForErasure(
  db: DataSource,
  id: string,
  withinMs: number,
): Promise<PersonErased['erased'] | null> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const erased = await readErasure(db, id);
    if (erased || performance.now() >= endsAt) return erased ?? null;
    await wait(lookEveryMs);
  }
}
