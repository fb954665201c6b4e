import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config.js';
import { planLeadMail } from '../mail/plan-mail.js';
import type { ConfirmedSubscriber } from '../newsletter/confirm-subscriber.js';
import { subscribe } from '../newsletter/subscribe.js';
import { reachByConfirming } from '../sessions/extras.js';
import { Webhooks } from '../webhooks/webhooks.js';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { WebhookFields } from '../webhooks/plan-webhook.js';

/** What follows from an accepted lead: its webhook, its mails, its place on the newsletter's list. */
@Injectable()
export class LeadFollowUp {
  /** With a mail server, subscribers are asked to confirm. */
  private readonly sendsMail: boolean;

  private readonly timeZone: string;

  constructor(
    private readonly webhooks: Webhooks,
    { mail, timeZone }: Config,
  ) {
    this.sendsMail = mail !== undefined;
    this.timeZone = timeZone;
  }

  /** In the transaction that stores or releases the lead: all of it is planned, or the lead isn't stored. */
  async plan(tx: EntityManager, lead: AcceptLead): Promise<void> {
    const isNewsletter = lead.kind === 'newsletter';
    // Only a confirmed subscriber may be put on a mailing list, so with double opt-in its webhook waits for that.
    if (!isNewsletter || !this.sendsMail) await this.planWebhook(tx, lead);
    if (isNewsletter) await subscribe(tx, lead, { doubleOptIn: this.sendsMail });
    if (this.sendsMail) await planLeadMail(tx, 'lead-notice', lead);
  }

  /**
   * In the transaction that confirms a subscriber. Its event is the signup, so if the signup's webhook was sent
   * already, it isn't sent again.
   */
  async planConfirmed(
    tx: EntityManager,
    { leadId, email, language, confirmedAt }: ConfirmedSubscriber,
  ): Promise<void> {
    await this.planWebhook(tx, { id: leadId, kind: 'newsletter', receivedAt: confirmedAt, email, language });
    await reachByConfirming(tx, leadId, this.timeZone);
  }

  private planWebhook(tx: EntityManager, lead: Omit<AcceptLead, 'timestamp' | 'address' | 'userAgent'>) {
    return this.webhooks.plan(tx, {
      endpoint: lead.kind,
      eventId: lead.id,
      occurredAt: lead.receivedAt,
      fields: leadFields(lead),
      leadId: lead.id,
    });
  }
}

const sent = ['email', 'phone', 'idea', 'language', 'videoId', 'watchTime'] as const;

/** What an endpoint receives about a lead: the fields of its form that were filled in. */
export function leadFields(lead: Pick<AcceptLead, (typeof sent)[number]>): WebhookFields {
  const fields: WebhookFields = {};
  for (const name of sent) {
    const value = lead[name];
    if (value !== undefined) Object.assign(fields, { [name]: value });
  }
  return fields;
}
