import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { queueNames, type AcceptLead } from '@voordeur/contracts/jobs';
import { Queue } from 'bullmq';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { subscribe } from '../newsletter/subscribe.js';
import { withTimeout } from '../platform/with-timeout.js';
import { enqueueDueMails } from '../outbox/enqueue-due-mails.js';
import { planMail } from '../mail/plan-mail.js';

/** The lead's own job must not hang on a Redis that is away. */
const kickWithinMs = 2_000;

/** What follows from a lead by mail, and the newsletter's list: double opt-in where mails can be sent. */
@Injectable()
export class LeadMails {
  /** Where it can, subscribers are asked to confirm; without a mail server nobody could. */
  readonly canMail: boolean;

  constructor(
    private readonly db: DataSource,
    @InjectQueue(queueNames.mails) private readonly queue: Queue,
    config: Config,
  ) {
    this.canMail = config.mail !== undefined;
  }

  /** In the transaction that accepts or releases the lead, after its row; doubtful ones do not come here. */
  async plan(tx: EntityManager, lead: AcceptLead): Promise<void> {
    if (lead.kind === 'newsletter') await subscribe(tx, lead, { doubleOptIn: this.canMail });
    if (this.canMail) await planMail(tx, { kind: 'lead-notice', leadId: lead.id });
  }

  /** After that transaction. Never throws: the sweep (`MailsProcessor`) finds what is missed here. */
  async kick(): Promise<void> {
    if (!this.canMail) return;
    await withTimeout(enqueueDueMails(this.db, this.queue), kickWithinMs).catch(() => undefined);
  }
}
