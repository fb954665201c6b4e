import type { EffectKind } from '@voordeur/contracts/db';
import type { TestDelivery } from '@voordeur/contracts/http';
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
export async function planTest(db: DataSource, { payload = {}, ...test }: Test): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/test'))`);
    if ((await readTest(tx, test.destination))?.state === 'waiting') return;
    const occurredAt = new Date().toISOString();
    await planEffect(tx, { ...test, type: 'test', eventId: uuidv7(), occurredAt, payload });
  });
}

/** The last test of a destination in the last day, or null. */
export async function readTest(db: EntityManager, destination: string): Promise<TestDelivery | null> {
  const [last] = await db.query<{ at: Date; state: string; error: string | null }[]>(
    `select occurred_at as at, state, last_error as error from outbox
    where destination = $1 and id >= $2 and type = 'test' order by id desc limit 1`,
    [destination, firstIdAt(Date.now() - dayMs)],
  );
  if (!last) return null;
  const state = last.state === 'waiting' || last.state === 'sent' ? last.state : 'failed';
  return { plannedAt: last.at.toISOString(), state, error: state === 'failed' ? last.error : null };
}
