import { Injectable } from '@nestjs/common';
import { type EnteredFields, leadFieldNames, type SignupKind } from '@voordeur/contracts/http';
import { emailKey, mailableEmail } from '@voordeur/contracts/email';
import { type AcceptLead, confirmWithinDays } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config.js';
import { LiveMail } from '../mail/live-mail.js';
import { planNotices, planPushes } from './plan-notices.js';
import type { ConfirmedSubscriber } from './confirm-subscriber.js';
import { kindOfLead } from './accept-lead.js';
import { subscribe } from './subscribe.js';
import type { Unsubscribe } from './suppressions.js';
import { type ReturnedSubscriber, tellSubscriber } from './undo-unsubscribe.js';
import { reachByConfirming } from '../intake/reach-goals.js';
import { type WebhookEvent, type WebhookFields, Webhooks } from '../outbox/webhooks.js';

/** The effects of leads and of subscribers: webhooks, mails, a place on the newsletter's list. */
@Injectable()
export class LeadFollowUp {
  private readonly timeZone: string;

  constructor(
    private readonly webhooks: Webhooks,
    private readonly mail: LiveMail,
    { timeZone }: Config,
  ) {
    this.timeZone = timeZone;
  }

  /** With a mail server, subscribers are asked to confirm. */
  private get sendsMail(): boolean {
    return this.mail.current !== undefined;
  }

  /** In the transaction that stores or releases the leads: all of it is planned, or none of them is stored. */
  async plan(tx: EntityManager, leads: AcceptLead[], releasedAt?: string): Promise<void> {
    // Once for all of it: the owner may change it meanwhile, and each lead's webhook is due now or when it's confirmed.
    const { sendsMail } = this;
    const news = [];
    for (const lead of leads)
      if (await isNews(tx, lead, { sendsMail, releasedAt })) news.push(webhookOf(lead));
    await this.webhooks.plan(tx, ...news);
    // Last: they lock all other notices out until the commit.
    if (sendsMail) await planNotices(tx, leads);
    const toPush = leads.filter(({ isBooking }) => !isBooking);
    await planPushes(
      tx,
      toPush.map((lead) => ({ ...lead, kind: kindOfLead(lead) })),
      this.timeZone,
    );
  }

  /**
   * In the transaction that confirms a subscriber. Its event is the signup, so if the signup's webhook was sent
   * already, it isn't sent again. Signups with a wish that waited for this mail too, or for one before it, follow.
   */
  async planConfirmed(
    tx: EntityManager,
    { leadId, email, language, confirmedAt }: ConfirmedSubscriber,
  ): Promise<void> {
    const signup = { id: leadId, kind: 'newsletter', receivedAt: confirmedAt, email, language } as const;
    const wishes = await readWishes(tx, email, { leadId, at: confirmedAt });
    const news = wishes.map((wish) => ({ ...signup, ...wish }));
    const isAmong = wishes.some(({ id }) => id === leadId);
    await this.webhooks.plan(tx, ...(isAmong ? news : [signup, ...news]).map(webhookOf));
    await reachByConfirming(tx, leadId, this.timeZone);
  }

  /**
   * In the transaction that undoes an unsubscribe: its webhook follows that of the unsubscribe. Its event is the
   * press, as the signup's was sent before.
   */
  async planReturned(
    tx: EntityManager,
    { id, leadId, confirmedAt, ...fields }: ReturnedSubscriber,
  ): Promise<void> {
    await this.webhooks.plan(tx, {
      ...{ endpoint: 'newsletter', eventId: id, occurredAt: confirmedAt, leadId },
      fields: fieldsOfLead(fields),
    });
  }

  /** In the transaction that suppresses an address: `byAnybody` says that somebody else may have typed it. */
  async planUnsubscribed(tx: EntityManager, unsubscribed: Unsubscribe, byAnybody: boolean): Promise<void> {
    const { id, email, receivedAt } = unsubscribed;
    await this.webhooks.plan(tx, {
      endpoint: 'unsubscribe',
      eventId: id,
      occurredAt: receivedAt,
      fields: { email: mailableEmail(email) },
    });
    if (byAnybody && this.sendsMail) await tellSubscriber(tx, unsubscribed);
  }
}

/** Whether the lead's webhook is due now; a newsletter signup is put on the list. */
async function isNews(
  tx: EntityManager,
  lead: AcceptLead,
  { sendsMail, releasedAt }: { sendsMail: boolean; releasedAt: string | undefined },
): Promise<boolean> {
  // The api plans it with each change of the booking, and the push too.
  if (lead.isBooking) return false;
  if (lead.kind !== 'newsletter') return true;
  const wasConfirmed = await subscribe(tx, lead, { doubleOptIn: sendsMail, releasedAt });
  // Only a confirmed subscriber may be put on a mailing list, so with double opt-in its webhook waits for that. For
  // somebody who is on the list already, only a new wish is news.
  return !sendsMail || (wasConfirmed && lead.signupKind !== undefined);
}

function webhookOf(lead: Omit<AcceptLead, 'timestamp' | 'address' | 'userAgent'>): WebhookEvent {
  return {
    endpoint: lead.kind,
    ...(lead.isProposal && { type: 'lead.proposal' }),
    eventId: lead.id,
    occurredAt: lead.receivedAt,
    fields: fieldsOfLead(lead),
    leadId: lead.id,
  };
}

/** The confirmed signup and the others of this address whose link would still have worked, if they asked for more than the letter. */
function readWishes(
  tx: EntityManager,
  email: string,
  { leadId, at }: { leadId: string; at: string },
): Promise<{ id: string; signupKind: SignupKind }[]> {
  return tx.query(
    `select id, signup_kind as "signupKind" from leads
    where email_key = $1 and signup_kind is not null and verdict <> 'quarantined'
      and (id = $4 or received_at between $2::timestamptz - make_interval(hours => $3) and $2) order by id`,
    [emailKey(email), at, confirmWithinDays * 24, leadId],
  );
}

/**
 * The fields an endpoint receives about a lead: those of its form that were filled in; the address as mail is sent to
 * it.
 */
export function fieldsOfLead(lead: EnteredFields & Pick<AcceptLead, 'signupKind'>): WebhookFields {
  const fields: WebhookFields = lead.signupKind === undefined ? {} : { kind: lead.signupKind };
  for (const name of leadFieldNames) {
    const value = lead[name];
    if (value !== undefined) Object.assign(fields, { [name]: value });
  }
  if (lead.email !== undefined) fields['email'] = mailableEmail(lead.email);
  return fields;
}
