import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The `If-Match` of a text: its quoted hex SHA-256. Not by `crypto.subtle`, which is absent on a page without https.
 */
export function tagOfText(text: string): string {
  return `"${bytesToHex(sha256(utf8ToBytes(text)))}"`;
}
