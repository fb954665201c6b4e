import { type EffectKind, ownerCheckDestination } from '@voordeur/contracts/db';
import type { CheckOutcome, OwnerCheck, TestDelivery } from '@voordeur/contracts/http';
import { firstIdAt, planEffect } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const dayMs = 24 * 3_600_000;

interface Test {
  kind: EffectKind;
  destination: string;
  payload?: Record<string, unknown>;
}

/** Plans a test that the owner asks for; one that still waits is enough. */
export function planTest(db: DataSource, test: Test): Promise<void> {
  return plan(db, { ...test, type: 'test' });
}

/** The same for a check. */
export function planCheck(db: DataSource, type: OwnerCheck, payload: Record<string, unknown>): Promise<void> {
  return plan(db, { kind: 'check', destination: ownerCheckDestination, type, payload });
}

async function plan(db: DataSource, { payload = {}, ...effect }: Test & { type: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/test'))`);
    if ((await readLast(tx, effect.destination, effect.type))?.outcome.state === 'waiting') return;
    const occurredAt = new Date().toISOString();
    await planEffect(tx, { ...effect, eventId: uuidv7(), occurredAt, payload });
  });
}

/** The last test of a destination in the last day, or null. */
export async function readTest(db: EntityManager, destination: string): Promise<TestDelivery | null> {
  return (await readLast(db, destination, 'test'))?.outcome ?? null;
}

/** The last check of a kind in the last day, with what it found, or null. */
export async function readCheck<Found>(
  db: EntityManager,
  check: OwnerCheck,
): Promise<CheckOutcome<Found> | null> {
  const last = await readLast(db, ownerCheckDestination, check);
  return last && { ...last.outcome, found: last.found === null ? null : (JSON.parse(last.found) as Found) };
}

async function readLast(
  db: EntityManager,
  destination: string,
  type: string,
): Promise<{ outcome: TestDelivery; found: string | null } | null> {
  const [last] = await db.query<{ at: Date; state: string; error: string | null; found: string | null }[]>(
    `select occurred_at as at, state, last_error as error, response_start as found
    from outbox left join outbox_attempts on effect_id = id and number = attempts
    where destination = $1 and id >= $2 and type = $3 order by id desc limit 1`,
    [destination, firstIdAt(Date.now() - dayMs), type],
  );
  if (!last) return null;
  const state = last.state === 'waiting' || last.state === 'sent' ? last.state : 'failed';
  const error = state === 'failed' ? last.error : null;
  return { outcome: { plannedAt: last.at.toISOString(), state, error }, found: last.found };
}
