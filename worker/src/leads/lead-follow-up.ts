import { Injectable } from '@nestjs/common';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { LeadMails } from './lead-mails.js';
import type { ConfirmedSubscriber } from '../newsletter/confirm-subscriber.js';
import { leadFields } from '../webhooks/lead-fields.js';
import { Webhooks } from '../webhooks/webhooks.js';

/** What follows from a lead that nobody doubts: its webhook, its mails, its place on the newsletter's list. */
@Injectable()
export class LeadFollowUp {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly mails: LeadMails,
  ) {}

  /** In the transaction that stores or releases the lead: all of it is planned, or the lead is not stored. */
  async plan(tx: EntityManager, lead: AcceptLead): Promise<void> {
    // Only who confirmed may be put on a mailing list, so with double opt-in this one goes at the confirmation.
    const waits = lead.kind === 'newsletter' && this.mails.canMail;
    if (!waits) await this.planWebhook(tx, lead);
    await this.mails.plan(tx, lead);
  }

  /**
   * In the transaction that confirms a subscriber. It bears the id of their signup, of which there is one event:
   * where its webhook went at the signup already, none goes again.
   */
  async planConfirmed(
    tx: EntityManager,
    { leadId, email, language, confirmedAt }: ConfirmedSubscriber,
  ): Promise<void> {
    await this.planWebhook(tx, { id: leadId, kind: 'newsletter', receivedAt: confirmedAt, email, language });
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

  /** After its commit. What is missed here is looked for in Postgres soon after. */
  async kick(): Promise<void> {
    this.webhooks.kickAll();
    await this.mails.kick();
  }
}
