import { UUID, V7Generator } from 'uuidv7';

export interface EventId {
  /** UUIDv7 */
  id: string;
  /** ISO, UTC: exactly the id's millisecond, because the id decides which month's partition the row is in. */
  occurredAt: string;
}

/** Filled for about a thousand ids at a time: filling it for each id costs as much as the rest of the id. */
const randomBits = new Uint32Array(4_096);
let used = randomBits.length;
const ids = new V7Generator({
  nextUint32: () => {
    if (used === randomBits.length) {
      crypto.getRandomValues(randomBits);
      used = 0;
    }
    return randomBits[used++] ?? 0;
  },
});

/** Under load many ids share a millisecond, so it is formatted as a date only once. */
let millisecond = '';
let occurredAt = '';

/** An id for now. The instant is read back from the id, because the generator can run slightly ahead of the clock. */
export function newEventId(): EventId {
  const id = ids.generate().toString();
  // The first 48 of an id's 128 bits (RFC 9562), with a hyphen in between.
  const idMillisecond = id.slice(0, 13);
  if (idMillisecond !== millisecond) {
    millisecond = idMillisecond;
    occurredAt = new Date(Number.parseInt(millisecond.replace('-', ''), 16)).toISOString();
  }
  return { id, occurredAt };
}

/** An id for a past instant, in epoch milliseconds. */
export function eventIdAt(timeMs: number): EventId {
  const random = crypto.getRandomValues(new Uint32Array(3));
  const [a = 0, high = 0, low = 0] = random;
  const id = UUID.fromFieldsV7(timeMs, a & 0xfff, high & 0x3fffffff, low).toString();
  return { id, occurredAt: new Date(timeMs).toISOString() };
}

/** A UUID of the first 16 of these bytes. */
export function asUuid(bytes: Buffer): string {
  return bytes.toString('hex', 0, 16).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

/** The smallest UUIDv7 of an instant (epoch milliseconds): a bound of id ranges in time. */
export function firstIdAt(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The instant that a UUIDv7 was made of, in epoch milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
