import { createHash } from 'node:crypto';
import { emailKey } from '@voordeur/contracts/email';
import type { AcceptLead } from '@voordeur/contracts/jobs';

/** Nobody reads a form, fills it in and sends it within this time. */
export const fastestFormMs = 1_000;

/**
 * Digests shared by all posts of one lead. The api and the worker compare the same digests: the api when it responds,
 * the worker when it stores the row.
 */
export interface LeadDigests {
  /** Kind, address and text: a second post of these within ten minutes is a repeat. */
  content: Buffer;
  /** The path and its Idempotency-Key: a second post with this key within 24 hours repeats the first or is refused. */
  idempotency: Buffer | null;
  /** Everything the visitor entered. Two posts with one key are equal if this is. */
  body: Buffer;
}

/** Two posts of the same words can differ in their timestamps, the seconds watched and the signs of a program. */
export function digestLead(lead: AcceptLead): LeadDigests {
  const { kind, signupKind, email = '', phone = '', idea = '', language = '', videoId = '' } = lead;
  const { idempotencyKey } = lead;
  // Signing up for the letter and later for the agents are two wishes, so two leads.
  const wish = signupKind === undefined ? [] : [signupKind];
  const words = [kind, emailKey(email), phone, idea, ...wish];
  // Doubtful leads are only compared with each other: a stranger's post must never replace a person's own lead.
  const among = isDoubtful(lead) ? ['doubtful'] : [];
  return {
    content: digest([...words, ...among]),
    idempotency: idempotencyKey === undefined ? null : digest([pathOf(kind), idempotencyKey, ...among]),
    body: digest([...words, language, videoId]),
  };
}

/** Whether a form looks as if a program had filled it in. Such a lead waits in quarantine. */
export function isDoubtful({ honeypot, elapsedMs }: Pick<AcceptLead, 'honeypot' | 'elapsedMs'>): boolean {
  return honeypot === true || isTooFast(elapsedMs);
}

export function isTooFast(elapsedMs: number | undefined): boolean {
  return elapsedMs !== undefined && elapsedMs < fastestFormMs;
}

/** Setups and questions share a path. */
function pathOf(kind: AcceptLead['kind']): string {
  return kind === 'question' ? 'setups' : kind;
}

function digest(parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
