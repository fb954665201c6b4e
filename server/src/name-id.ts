import { createHash } from 'node:crypto';
import type { NameKind } from '@voordeur/contracts/db';

/** The id of a name in `names`: the first 8 bytes of the md5 of its kind and itself, as a signed number. */
export function nameIdOf(kind: NameKind, name: string): string {
  return createHash('md5').update(`${kind}\n${name}`).digest().readBigInt64BE(0).toString();
}
