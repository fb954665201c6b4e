import { UUID, V7Generator } from 'uuidv7';

export interface EventId {
  /** UUIDv7 */
  id: string;
  /** ISO, UTC: the very millisecond of the id, for the id decides the month's partition. */
  occurredAt: string;
}

/** Drawn for some thousand ids at a time: drawing anew for each costs as much as the rest of the id. */
const randomBits = new Uint32Array(4_096);
let drawn = randomBits.length;
const ids = new V7Generator({
  nextUint32: () => {
    if (drawn === randomBits.length) {
      crypto.getRandomValues(randomBits);
      drawn = 0;
    }
    return randomBits[drawn++] ?? 0;
  },
});

/** In a flood many ids share their millisecond: it is written as a date once. */
let millisecond = '';
let occurredAt = '';

/** Of now. The instant is read back from the id, whose generator may run a little ahead of the clock. */
export function newEventId(): EventId {
  const id = ids.generate().toString();
  // The first 48 of an id's 128 bits (RFC 9562), with a hyphen within.
  const itsMillisecond = id.slice(0, 13);
  if (itsMillisecond !== millisecond) {
    millisecond = itsMillisecond;
    occurredAt = new Date(Number.parseInt(millisecond.replace('-', ''), 16)).toISOString();
  }
  return { id, occurredAt };
}

/** Of an instant that was (epoch milliseconds). */
export function eventIdAt(timeMs: number): EventId {
  const random = crypto.getRandomValues(new Uint32Array(3));
  const [a = 0, high = 0, low = 0] = random;
  const id = UUID.fromFieldsV7(timeMs, a & 0xfff, high & 0x3fffffff, low).toString();
  return { id, occurredAt: new Date(timeMs).toISOString() };
}
