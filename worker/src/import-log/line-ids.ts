import { createHash } from 'node:crypto';
import { asUuid } from '@voordeur/server';
import { LRUCache } from 'lru-cache';

/** Some 60 MB at most, whatever the size of the file. */
const rememberedLines = 500_000;

/**
 * Counts each line among its equals of one file: 0 for the first, 1 for the next.
 *
 * The half million different lines seen last are remembered. Equal lines name the same second, so in a log as
 * servers write it they stand close together, even where it is out of order by hours; a log in any order whatever
 * (shuffled, or several put into one) is counted right up to half a million page views. Beyond that, a line whose
 * equal stood further back than that is taken for the same one met again, as in a file that overlaps another,
 * and adds nothing. Times are not looked at: one line of a wrong clock would make us forget all the others.
 * What is forgotten depends on nothing but the lines between two equals, so a second run counts the same, and so
 * does a file that overlaps this one.
 */
export class LineOrdinals {
  /** By the first 48 bits of the digest: a false match only makes another ordinal. */
  private readonly seen: LRUCache<number, number>;

  constructor(remembered = rememberedLines) {
    this.seen = new LRUCache({ max: remembered });
  }

  next(lineDigest: Buffer): number {
    const key = lineDigest.readUIntBE(0, 6);
    const ordinal = this.seen.get(key) ?? 0;
    this.seen.set(key, ordinal + 1);
    return ordinal;
  }

  /** How many lines are remembered now. */
  get size(): number {
    return this.seen.size;
  }
}

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
  return asUuid(bytes);
}
