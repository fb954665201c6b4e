import { InjectQueue } from '@nestjs/bullmq';
import { Body, Controller, HttpStatus, Logger, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { bookingProviders, type BookingProvider, type BookingsAccepted } from '@voordeur/contracts/http';
import { queueNames, recordBookingJobName } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiCall, objectSchema, schemaOf, textSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { Config } from '../platform/config.js';
import { JobProducer } from '../platform/job-producer.js';
import { isTooDeep } from '../platform/json-depth.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { Site } from '../platform/site.js';
import { parseWebhook } from './parse-webhook.js';
import { isSigned } from './verify-signature.js';

/** One webhook must not fill the queue; a consultation has fewer attendees. */
const mostOfOneWebhook = 20;

/** Webhooks of the owner's calendar. */
@Controller('api/bookings')
export class BookingsController {
  private readonly log = new Logger('bookings');

  constructor(
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
    private readonly site: Site,
  ) {}

  /** 202 once the whole message is on disk; 200 if it isn't kept, so that the calendar doesn't send it again. */
  @Post(':provider')
  @ApiCall(
    'What became of a booking, as Calendly (calendly), Cal.com (cal) or another calendar (custom) signed it; 200 for what is not kept',
    {
      answer: schemaOf({ ids: { type: 'array', items: textSchema } }),
      body: { 'application/json': objectSchema },
    },
  )
  @RouteConfig({ rawBody: true })
  @RateLimit('bookings')
  async accept(
    @Param('provider') name: string,
    @Body() body: unknown,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookingsAccepted> {
    const provider = bookingProviders.find((one) => one === name);
    const secret = provider && this.secretOf(provider);
    if (!provider || !secret) throw new ApiError('not-found');
    const text = typeof body === 'string' ? body : '';
    const now = new Date();
    if (!isSigned[provider]({ headers, body: text, secret, nowMs: now.getTime() }))
      throw new ApiError('invalid-credentials');
    const said = parseWebhook(provider, parse(text), {
      receivedAt: now.toISOString(),
      mapping: this.site.config.scheduler.webhook,
    });
    const bookings = said.slice(0, mostOfOneWebhook);
    const leftOut = said.length - bookings.length;
    if (leftOut > 0) this.log.warn({ provider, leftOut }, 'attendees of a booking were left out');
    for (const job of bookings) await this.jobs.addOrSpill(this.queue, recordBookingJobName, job, job.id);
    void reply.status(bookings.length > 0 ? HttpStatus.ACCEPTED : HttpStatus.OK);
    return { ids: bookings.map(({ id }) => id), ...(leftOut > 0 && { leftOut }) };
  }

  private secretOf(provider: BookingProvider): string | undefined {
    if (provider === 'custom' && !this.site.config.scheduler.webhook) return undefined;
    return this.config.bookingSecrets[provider];
  }
}

function parse(text: string): unknown {
  if (isTooDeep(text)) throw new ApiError('invalid-body');
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ApiError('malformed-json', { cause });
  }
}
