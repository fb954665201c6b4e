import { InjectQueue } from '@nestjs/bullmq';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { type Accepted, acceptedSchema, textLimits } from '@voordeur/contracts/http';
import {
  type ConfirmSubscriber,
  confirmSubscriberJobName,
  queueNames,
  undoUnsubscribeJobName,
} from '@voordeur/contracts/jobs';
import { newEventId } from '@voordeur/server';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { ApiCall } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { ApiError } from '../platform/api-error.js';
import { Line } from '../platform/form-fields.js';
import { JobProducer } from '../platform/job-producer.js';
import { readLinkToken } from '../platform/keyed-hash.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { isLinkValid } from './is-link-valid.js';

/** The token from the link in a mail to a subscriber, posted by the page that the link opens. */
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

  /**
   * Called by the button on the page that a mail to a subscriber links to: it confirms their signup, or undoes an
   * unsubscribe that wasn't theirs. Repeating it changes nothing.
   */
  @Post()
  @ApiCall('Confirm a newsletter signup, or undo an unsubscribe, with the token from the mail about it', {
    answer: acceptedSchema,
  })
  @HttpCode(202)
  @RateLimit('newsletter-confirm')
  async confirm(@Body() { token }: NewsletterConfirmDto): Promise<Accepted> {
    const { jwtSecret } = this.config;
    const toConfirm = readLinkToken(jwtSecret, 'confirm-tokens', token);
    const subscriberId = toConfirm ?? readLinkToken(jwtSecret, 'undo-tokens', token);
    if (subscriberId === null) throw new ApiError('invalid-token');
    const { id, occurredAt } = newEventId();
    const job: ConfirmSubscriber = { id, receivedAt: occurredAt, subscriberId };
    const use = toConfirm === null ? 'undo' : 'confirm';
    if (!(await isLinkValid(this.db, job, use))) throw new ApiError('confirmation-expired');
    const name = use === 'undo' ? undoUnsubscribeJobName : confirmSubscriberJobName;
    await this.jobs.addOrSpill(this.queue, name, job, id);
    return { id };
  }
}
