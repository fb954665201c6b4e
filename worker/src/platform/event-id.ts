/** The smallest UUID of an instant (epoch milliseconds): a bound of id ranges in time (RFC 9562, UUIDv7). */
export function firstIdAt(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The instant that a UUIDv7 was made of, in epoch milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
