import { Injectable } from '@nestjs/common';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { LeadMails } from '../mail/lead-mails.js';
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
    await this.webhooks.plan(tx, {
      endpoint: lead.kind,
      eventId: lead.id,
      occurredAt: lead.receivedAt,
      fields: leadFields(lead),
      leadId: lead.id,
    });
    await this.mails.plan(tx, lead);
  }

  /** After its commit. What is missed here is looked for in Postgres soon after. */
  async kick(): Promise<void> {
    this.webhooks.kickAll();
    await this.mails.kick();
  }
}
