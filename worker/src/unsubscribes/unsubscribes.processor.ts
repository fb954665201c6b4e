import { Processor } from '@nestjs/bullmq';
import { mailableEmail } from '@voordeur/contracts/email';
import { queueNames } from '@voordeur/contracts/jobs';
import { traceBatch } from '@voordeur/server';
import type { Job } from 'bullmq';
import { DataSource } from 'typeorm';
import { tellSubscriber } from '../newsletter/undo-unsubscribe.js';
import { Config } from '../platform/config.js';
import { JobProcessor, workerOptions } from '../platform/job-processor.js';
import { Webhooks } from '../webhooks/webhooks.js';
import { suppressEmail } from './suppress-email.js';

@Processor(queueNames.unsubscribes, workerOptions)
export class UnsubscribesProcessor extends JobProcessor {
  private readonly sendsMail: boolean;

  constructor(
    private readonly db: DataSource,
    private readonly webhooks: Webhooks,
    { mail }: Config,
  ) {
    super();
    this.sendsMail = mail !== undefined;
  }

  protected async run(job: Job<unknown>): Promise<void> {
    await traceBatch(job.queueName, [job], () =>
      suppressEmail(this.db, job.id ?? '', job.data, async (tx, unsubscribed, byAnybody) => {
        const { id, email, receivedAt } = unsubscribed;
        await this.webhooks.plan(tx, {
          endpoint: 'unsubscribe',
          eventId: id,
          occurredAt: receivedAt,
          fields: { email: mailableEmail(email) },
        });
        if (byAnybody && this.sendsMail) await tellSubscriber(tx, unsubscribed);
      }),
    );
  }
}
