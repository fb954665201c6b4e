import type { TranslationAnswer, TranslationBody } from '@voordeur/contracts/http';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { adminSend } from '../../lib/admin-api';

// Apart from the other calls: the admin's home asks for the pages' state, and has no use for hashes.

/** Saves a text if it's still `openedOn`; otherwise it's refused (`text-conflict`) with the current text. */
export function saveTranslation(body: TranslationBody, openedOn: string): Promise<TranslationAnswer> {
  return adminSend('PUT', '/api/admin/translations', body, { 'if-match': tagOf(openedOn) });
}

/** Quoted hex SHA-256; `crypto.subtle` isn't available without https. */
export function tagOf(text: string): string {
  return `"${bytesToHex(sha256(utf8ToBytes(text)))}"`;
}
