import { randomUUID } from 'node:crypto';
import { mailboxOf, type Subscriber } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { planLeadMail } from './plan-notices.js';
import { noteConsent } from './consents.js';
import { liftSuppression, lockAddress } from './suppressions.js';

export type Signup = Pick<AcceptLead, 'id' | 'email' | 'language' | 'receivedAt'>;

/** Otherwise a stranger could fill somebody's inbox by signing them up again and again. */
const mailAgainAfterMs = 10 * 60_000;
const mostMailsADay = 3;

/**
 * Puts the sender of a newsletter lead on the list, in the transaction that stores it. With double opt-in they're
 * `pending` until they follow the link in a mail, which is planned here; without it they're `confirmed` at once. Nothing
 * changes if they're already confirmed, or if the address has unsubscribed since this signup, so that the same signup
 * may run again. The time to confirm begins at `releasedAt` for one that was in quarantine. Resolves to whether they were confirmed already.
 */
export async function subscribe(
  tx: EntityManager,
  { id: leadId, email, language = 'ENG', receivedAt }: Signup,
  { doubleOptIn, releasedAt }: { doubleOptIn: boolean; releasedAt?: string | undefined },
): Promise<boolean> {
  if (email === undefined) return false;
  const key = emailKey(email);
  await lockAddress(tx, key);
  if (await unsubscribedSince(tx, key, receivedAt)) return false;

  const [known] = await tx.query<Pick<Subscriber, 'state' | 'requestedAt'>[]>(
    `select state, requested_at as "requestedAt" from subscribers where email = $1`,
    [key],
  );
  if (known?.state === 'confirmed') return true;
  await noteConsent(tx, key);
  // By the signups' own times, not the clock: a job that runs again must decide the same.
  const requestedAt = releasedAt ?? receivedAt;
  const mailedJustNow =
    known !== undefined && Date.parse(requestedAt) < known.requestedAt.getTime() + mailAgainAfterMs;
  const mailedEnough = mailedJustNow || (await countMails(tx, key, requestedAt)) >= mostMailsADay;

  if (!doubleOptIn) {
    await store(tx, { email: key, leadId, language, requestedAt: receivedAt, confirmedAt: receivedAt });
    await liftSuppression(tx, key, receivedAt);
  } else if (!mailedEnough) {
    await store(tx, { email: key, leadId, language, requestedAt, confirmedAt: null });
    await planLeadMail(tx, 'confirm', { id: leadId, receivedAt });
  } else if (known?.state === 'unsubscribed') {
    // The link in their last mail still works.
    await tx.query(
      `update subscribers set state = 'pending', lead_id = $3, language = $4, requested_at = $2, confirmed_at = null
      where email = $1`,
      [key, requestedAt, leadId, language],
    );
  }
  await noteConsent(tx, key);
  return false;
}

async function unsubscribedSince(tx: EntityManager, key: string, at: string): Promise<boolean> {
  const [{ since } = { since: false }] = await tx.query<{ since: boolean }[]>(
    `select exists (select from subscribers where email = $1 and unsubscribed_at >= $2)
      or exists (select from suppressions where email = $1 and suppressed_at >= $2) as since`,
    [key, at],
  );
  return since;
}

/** Confirmation mails to this mailbox for signups in the day up to this instant, and later ones. */
async function countMails(tx: EntityManager, key: string, at: string): Promise<number> {
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }[]>(
    `select count(*)::int as count from leads join outbox on outbox.lead_id = leads.id and outbox.kind = 'mail' and outbox.type = 'confirm'
    where leads.kind = 'newsletter' and ${mailboxOf('leads.email_key')} = ${mailboxOf('$1::text')}
      and leads.received_at > $2::timestamptz - interval '24 hours'`,
    [key, at],
  );
  return count;
}

interface Entry extends Pick<Subscriber, 'email' | 'leadId' | 'language'> {
  requestedAt: string;
  confirmedAt: string | null;
}

/** Also forgets bounces of mail to this address: it may be a new mailbox. */
async function store(tx: EntityManager, entry: Entry): Promise<void> {
  await tx.query('delete from bounces where email = $1 and bounced_at < $2', [
    entry.email,
    entry.requestedAt,
  ]);
  await tx.query(
    `insert into subscribers (email, id, state, language, lead_id, requested_at, confirmed_at)
    values ($1, $2, case when $6::timestamptz is null then 'pending' else 'confirmed' end, $3, $4, $5, $6)
    on conflict (email) do update set state = excluded.state, language = excluded.language,
      lead_id = excluded.lead_id, requested_at = excluded.requested_at, confirmed_at = excluded.confirmed_at`,
    [entry.email, randomUUID(), entry.language, entry.leadId, entry.requestedAt, entry.confirmedAt],
  );
}
