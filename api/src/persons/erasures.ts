import { setTimeout as wait } from 'node:timers/promises';
import { erasures, type ErasePerson, type PersonErased } from '@voordeur/contracts/jobs';
import { planEffect } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const lookEveryMs = 50;

/** The person of a request: an address, a number, or whatever was left in place of an address. */
export type Person = ErasePerson;

/** Whether it can be somebody's address. A single letter would match everyone's referrers. */
function isAddress(text: string): boolean {
  return /^[^@].*@.*[^@]$/.test(text);
}

/**
 * Plans to erase everything about a person, in place of an erasure of theirs that failed, and returns the erasure's id. A
 * worker does it once this transaction has committed.
 */
export async function planErasure(tx: EntityManager, person: Person): Promise<string> {
  const id = uuidv7();
  const named = { ...person, leadIds: undefined };
  await tx.query(
    `update outbox set state = 'dropped', payload = '{}'
    where kind = 'erasure' and state = 'failed' and payload @> $1::jsonb`,
    [JSON.stringify(named)],
  );
  const effect = { kind: 'erasure', destination: destinationOf(person), type: erasures.type } as const;
  await planEffect(tx, { ...effect, id, eventId: id, payload: { ...person } });
  return id;
}

function destinationOf(person: Person): string {
  if ('email' in person) return erasures.destination;
  return 'phone' in person ? erasures.phoneDestination : erasures.textDestination;
}

/** The person who left this in a form's field for an address, which takes any text. */
export function personWhoLeft(text: string): Person {
  return isAddress(text) ? { email: text } : { text };
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
