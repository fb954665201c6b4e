import { createHash } from 'node:crypto';
import { asUuid } from '@voordeur/server';
import { LRUCache } from 'lru-cache';

/** At most about 60 MB, whatever the size of the file. */
const rememberedLines = 500_000;

/**
 * Numbers identical lines within a file: 0 for the first, 1 for the next. It remembers the half million different lines
 * it saw last. Identical lines have the same second, so in a log as servers write it they're close together, even if
 * it's out of order by hours; a log in any order (shuffled, or several in one) is numbered correctly up to half a
 * million page views. Beyond that, a line whose twin is further back counts as the same line again, as in a file that
 * overlaps another, and adds nothing. Times play no part: a single line with a wrong clock would make us forget all the
 * others. Forgetting depends only on the lines between two identical ones, so a second run gives the same numbers, and
 * so does a file that overlaps this one.
 */
export class LineOrdinals {
  /** By the first 48 bits of the digest: a false match only gives another ordinal. */
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
 * SHA-256 of a whole line (of its bytes, so that lines with invalid UTF-8 stay apart). Ids are made of this and the time
 * only, so the same line has the same id in every file and format.
 */
export function digestLine(line: Buffer): Buffer {
  return createHash('sha256').update(line).digest();
}

/** A UUIDv7 (RFC 9562) made of the line's time (epoch milliseconds), its digest and its ordinal. */
export function lineId(timeMs: number, lineDigest: Buffer, ordinal: number): string {
  const bytes = createHash('sha256').update(lineDigest).update(String(ordinal)).digest().subarray(0, 16);
  bytes.writeUIntBE(timeMs, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6); // version 7
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8); // variant
  return asUuid(bytes);
}
