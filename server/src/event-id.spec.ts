import { expect, it } from 'vitest';
import { eventIdAt, newEventId } from './event-id.js';

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

it('a new id contains exactly its own millisecond, over many of them', () => {
  const made = new Map<string, string>();
  const beganMs = Date.now();
  // A busy machine may let a process sleep for longer than any fixed time.
  while (new Set(made.values()).size < 10) {
    const { id, occurredAt } = newEventId();
    made.set(id, occurredAt);
  }
  for (const [id, occurredAt] of made) expect(occurredAt).toBe(new Date(timeOf(id)).toISOString());
  expect(timeOf([...made.keys()][0] ?? '')).toBeGreaterThanOrEqual(beganMs);
});

it('an id of a past instant contains that instant', () => {
  const { id, occurredAt } = eventIdAt(1_795_230_315_123);
  expect([timeOf(id), occurredAt]).toEqual([1_795_230_315_123, '2026-11-21T03:05:15.123Z']);
});
