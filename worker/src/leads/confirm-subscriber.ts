import { Subscriber } from '@voordeur/contracts/db';
import {
  type ConfirmSubscriber,
  confirmSubscriberSchema,
  confirmWithinDays,
  queueNames,
} from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { holdErasures } from '../intake/erased-visitors.js';
import { payloadReader } from '../intake/rejected-events.js';
import { noteConsent } from './consents.js';
import { liftSuppression, lockAddress } from './suppressions.js';

const readConfirmation = payloadReader<ConfirmSubscriber>(
  queueNames.signups,
  confirmSubscriberSchema,
  'not a confirmation',
);

/** `kept`: nobody waits for this link (already confirmed, unsubscribed since, or erased). */
export type Confirmation = 'confirmed' | 'kept' | 'expired' | 'rejected';

/** A subscriber who has just been confirmed, and their signup. */
export interface ConfirmedSubscriber {
  leadId: string;
  /** As it was typed. */
  email: string;
  language: string;
  /** ISO, UTC: when the link was pressed. */
  confirmedAt: string;
}

export interface ConfirmSubscriberContext {
  db: DataSource;
  /** Plans the effects of a confirmation, in the transaction that stores it. */
  onConfirmed: (tx: EntityManager, subscriber: ConfirmedSubscriber) => Promise<void>;
}

/** Confirms the subscriber of a link, once however often it's pressed, and lifts their suppression. */
export async function confirmSubscriber(
  jobId: string,
  data: unknown,
  { db, onConfirmed }: ConfirmSubscriberContext,
): Promise<Confirmation> {
  const confirmation = await readConfirmation(db.manager, jobId, data);
  return confirmation ? db.transaction((tx) => confirm(tx, confirmation, onConfirmed)) : 'rejected';
}

async function confirm(
  tx: EntityManager,
  { subscriberId, receivedAt }: ConfirmSubscriber,
  onConfirmed: ConfirmSubscriberContext['onConfirmed'],
): Promise<Confirmation> {
  await holdErasures(tx);
  const subscriber = await tx.findOneBy(Subscriber, { id: subscriberId });
  if (!subscriber) return 'kept';
  const { email } = subscriber;
  await lockAddress(tx, email);
  // In hours, because a day of 23 hours must not shorten the promise.
  const [pending] = await tx.query<
    (Pick<Subscriber, 'leadId' | 'language'> & { inTime: boolean; emailAsTyped: string })[]
  >(
    `select $2::timestamptz <= requested_at + make_interval(hours => $3) as "inTime", lead_id as "leadId", language,
      coalesce((select email from leads where id = lead_id), email) as "emailAsTyped"
    from subscribers where id = $1 and state = 'pending'`,
    [subscriberId, receivedAt, confirmWithinDays * 24],
  );
  if (!pending) return 'kept';
  if (!pending.inTime) return 'expired';
  await tx.update(Subscriber, { id: subscriberId }, { state: 'confirmed', confirmedAt: receivedAt });
  await noteConsent(tx, email);
  await liftSuppression(tx, email, receivedAt);
  const { leadId, emailAsTyped, language } = pending;
  await onConfirmed(tx, { leadId, email: emailAsTyped, language, confirmedAt: receivedAt });
  return 'confirmed';
}
