import type { TestDelivery } from './delivery.js';

/** A record in the DNS that tells other mail servers whether a mail is really from its sender's domain. */
export interface MailRecord {
  /** `several`: more than one, of which none counts. `unknown`: the name servers gave no answer. */
  state: 'found' | 'missing' | 'several' | 'unknown';
  /** As it stands in the DNS, at most its first 200 characters. */
  text: string | null;
}

/** The records of a sender's domain: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489). */
export interface MailRecords {
  domain: string;
  spf: MailRecord;
  /** Its name isn't known from outside: looked for under the usual ones, so a missing one may be there. */
  dkim: MailRecord;
  dmarc: MailRecord;
}

/** Asked for by the owner; a worker looks at it in the internet. */
export type OwnerCheck = keyof OwnerChecksAnswer;

/** The last of its kind in a day. `error` of a booking page: a status code or the name of an error. */
export type CheckOutcome<Found> = TestDelivery & { found: Found | null };

/** `GET /api/admin/checks`, and the answer to `POST /api/admin/checks/{check}`; null if there was none in the last day. */
export interface OwnerChecksAnswer {
  'mail-records': CheckOutcome<MailRecords> | null;
  'booking-page': CheckOutcome<{ address: string }> | null;
}
