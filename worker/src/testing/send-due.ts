import type { EffectState } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';
import type { Destination } from '../outbox/destination.js';
import { leaseDue } from '../outbox/lease-due.js';
import { attemptEffect } from '../outbox/outbox.js';

/** Makes one attempt at everything that's due, as the outbox does; returns each effect's state then. */
export async function sendDue(
  db: DataSource,
  destinations: Destination[],
  stop: AbortSignal = new AbortController().signal,
): Promise<Map<string, EffectState | null>> {
  const leased = await leaseDue(db, new Map(destinations.map(({ name }) => [name, 1_000])));
  const attempts = leased.map(async (effect) => {
    const destination = destinations.find(({ name }) => name === effect.destination);
    if (!destination) throw new Error(`nothing is known of ${effect.destination}`);
    return [effect.id, await attemptEffect(db, effect, destination, stop)] as const;
  });
  return new Map(await Promise.all(attempts));
}
