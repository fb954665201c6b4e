import { createHash } from 'node:crypto';

/**
 * SHA-256 of a whole line (its bytes, so that lines with invalid UTF-8 stay apart). It is all that the ids are
 * made of beside the time, so the same line has the same id in every file and format it is read from.
 */
export function digestLine(line: Buffer): Buffer {
  return createHash('sha256').update(line).digest();
}

/** A UUIDv7 (RFC 9562) of the line's time, epoch milliseconds, and of the line and its ordinal among its equals. */
export function lineId(timeMs: number, lineDigest: Buffer, ordinal: number): string {
  const bytes = createHash('sha256').update(lineDigest).update(String(ordinal)).digest().subarray(0, 16);
  bytes.writeUIntBE(timeMs, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6); // version 7
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8); // variant
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
