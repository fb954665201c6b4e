import { mailServer, type Subscriber } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import { type ConfirmSubscriber, confirmSubscriberSchema, queueNames } from '@voordeur/contracts/jobs';
import { planEffect } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';
import { holdErasures } from '../intake/erased-visitors.js';
import { payloadReader } from '../intake/rejected-events.js';
import type { ConfirmedSubscriber } from './confirm-subscriber.js';
import { noteConsent } from './consents.js';
import { lockAddress, type Unsubscribe } from './suppressions.js';

/** Otherwise a stranger could fill somebody's inbox by unsubscribing them again and again. */
const tellAgainAfterDays = 30;

/**
 * Plans the mail to a subscriber whom anybody may have unsubscribed, in the transaction that did it and once for each:
 * its link undoes this unsubscribe and no later one.
 */
export async function tellSubscriber(
  tx: EntityManager,
  { id, email, receivedAt }: Unsubscribe,
): Promise<void> {
  const [updated] = await tx.query<[Pick<Subscriber, 'id' | 'leadId'>[], number]>(
    `update subscribers set told_of = unsubscribed_at
    where email = $1 and coalesce(told_of, '-infinity') <= unsubscribed_at - make_interval(days => $2)
    returning id, lead_id as "leadId"`,
    [emailKey(email), tellAgainAfterDays],
  );
  const [subscriber] = updated;
  if (!subscriber) return;
  await planEffect(tx, {
    ...{ kind: 'mail', destination: mailServer, type: 'unsubscribed' },
    ...{ eventId: id, leadId: subscriber.leadId, occurredAt: receivedAt },
    payload: { subscriberId: subscriber.id },
  });
}

/** Somebody who is back on the list, as `ConfirmedSubscriber`; `id` is that of their press. */
export interface ReturnedSubscriber extends ConfirmedSubscriber {
  id: string;
}

export interface UndoUnsubscribeContext {
  db: DataSource;
  /** Plans the effects, in the transaction that stores it. */
  onReturned: (tx: EntityManager, subscriber: ReturnedSubscriber) => Promise<void>;
}

const readUndo = payloadReader<ConfirmSubscriber>(queueNames.signups, confirmSubscriberSchema, 'not an undo');

/**
 * Puts the subscriber of a mail's link on the list again, once however often it's pressed, and lifts their suppression.
 * Nothing changes once they have unsubscribed in another way, or are erased.
 */
export async function undoUnsubscribe(
  jobId: string,
  data: unknown,
  { db, onReturned }: UndoUnsubscribeContext,
): Promise<void> {
  const undo = await readUndo(db.manager, jobId, data);
  if (undo) await db.transaction((tx) => bringBack(tx, undo, onReturned));
}

async function bringBack(
  tx: EntityManager,
  { id, subscriberId, receivedAt }: ConfirmSubscriber,
  onReturned: UndoUnsubscribeContext['onReturned'],
): Promise<void> {
  await holdErasures(tx);
  const [known] = await tx.query<{ email: string }[]>('select email from subscribers where id = $1', [
    subscriberId,
  ]);
  if (!known) return;
  await lockAddress(tx, known.email);
  const [returned] = await tx.query<[Omit<ReturnedSubscriber, 'id' | 'confirmedAt'>[], number]>(
    `update subscribers set state = 'confirmed', confirmed_at = $2
    where id = $1 and state = 'unsubscribed' and unsubscribed_at = told_of
    returning lead_id as "leadId", language,
      coalesce((select leads.email from leads where leads.id = lead_id), subscribers.email) as email`,
    [subscriberId, receivedAt],
  );
  const [subscriber] = returned;
  if (!subscriber) return;
  await noteConsent(tx, known.email);
  await tx.query('delete from suppressions where email = $1', [known.email]);
  await onReturned(tx, { ...subscriber, id, confirmedAt: receivedAt });
}
