import { InjectQueue } from '@nestjs/bullmq';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { type Accepted, textLimits } from '@voordeur/contracts/http';
import { type ConfirmSubscriber, confirmSubscriberJobName, queueNames } from '@voordeur/contracts/jobs';
import { newEventId } from '@voordeur/server';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { ApiError } from '../platform/api-error.js';
import { Line } from '../platform/form-fields.js';
import { JobProducer } from '../platform/job-producer.js';
import { readLinkToken } from '../platform/keyed-hash.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { BodyPipe } from '../platform/validation.pipe.js';
import { isConfirmationValid } from './is-confirmation-valid.js';

/** The token from the link in a confirmation mail, posted by the page that the link opens. */
class NewsletterConfirmDto {
  @Line(textLimits.email)
  token!: string;
}

@Controller('api/newsletter-confirm')
export class NewsletterController {
  constructor(
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
    private readonly db: DataSource,
  ) {}

  /** Called by the button on the page that a confirmation mail links to. Repeating it changes nothing. */
  @Post()
  @HttpCode(202)
  @RateLimit('newsletter-confirm', 30)
  async confirm(
    @Body(new BodyPipe(NewsletterConfirmDto)) { token }: NewsletterConfirmDto,
  ): Promise<Accepted> {
    const subscriberId = readLinkToken(this.config.jwtSecret, 'confirm-tokens', token);
    if (subscriberId === null) throw new ApiError('invalid-token');
    const { id, occurredAt } = newEventId();
    const job: ConfirmSubscriber = { id, receivedAt: occurredAt, subscriberId };
    if (!(await isConfirmationValid(this.db, job))) throw new ApiError('confirmation-expired');
    await this.jobs.addOrSpill(this.queue, confirmSubscriberJobName, job, id);
    return { id };
  }
}
