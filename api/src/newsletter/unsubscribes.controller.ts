import { InjectQueue } from '@nestjs/bullmq';
import { Body, Controller, Get, HttpCode, Post, Query, Redirect } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  type Accepted,
  acceptedSchema,
  languages,
  localPath,
  textLanguageOf,
  textLimits,
} from '@voordeur/contracts/http';
import { keyForErasure } from '@voordeur/contracts/email';
import { queueNames, type SuppressEmail } from '@voordeur/contracts/jobs';
import { newEventId } from '@voordeur/server';
import type { Queue } from 'bullmq';
import { ApiCall, schemaOf, textSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { Line, SimpleEmail } from '../platform/form-fields.js';
import { JobProducer } from '../platform/job-producer.js';
import { readLinkToken } from '../platform/keyed-hash.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { Optional, parseDto } from '../platform/validation.pipe.js';

/** One of the two: a bare address, or the signed token of a link in a mail. */
class UnsubscribeDto {
  @Optional()
  @SimpleEmail()
  email?: string;

  @Optional()
  @Line(textLimits.email)
  token?: string;
}

@Controller('api/unsubscribe')
export class UnsubscribesController {
  constructor(
    @InjectQueue(queueNames.unsubscribes) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
  ) {}

  /** The response is the same for known and unknown addresses. */
  @Post()
  @ApiCall(
    'Unsubscribe by address or by the token from a mail; for one-click (RFC 8058) the token is in the query',
    {
      answer: acceptedSchema,
      query: [{ name: 'token', required: false, schema: textSchema }],
      body: {
        'application/json': UnsubscribeDto,
        'application/x-www-form-urlencoded': schemaOf({ 'List-Unsubscribe': { const: 'One-Click' } }),
        'multipart/form-data': schemaOf({ 'List-Unsubscribe': { const: 'One-Click' } }),
      },
    },
  )
  @HttpCode(202)
  @RouteConfig({ acceptsForm: true })
  @RateLimit('unsubscribe')
  async unsubscribe(@Body() body: unknown, @Query('token') token: unknown): Promise<Accepted> {
    const { id, occurredAt } = newEventId();
    const person = body instanceof URLSearchParams ? this.fromOneClick(body, token) : this.fromJson(body);
    const job = { id, receivedAt: occurredAt, ...person } as SuppressEmail;
    await this.jobs.addOrSpill(this.queue, 'suppress-email', job, id);
    return { id };
  }

  /** A mail program without one-click opens the `List-Unsubscribe` link and gets the page, whose button unsubscribes. */
  @Get()
  @ApiCall(
    'For mail programs without one-click: redirects to the page for unsubscribing and unsubscribes nobody',
    {
      query: [
        { name: 'token', required: false, schema: textSchema },
        { name: 'language', required: false, schema: { enum: languages } },
      ],
    },
  )
  @Redirect(undefined, 303)
  // Nest answers with the redirect's own; the description of the call reads this one.
  @HttpCode(303)
  @RateLimit('unsubscribe')
  openPage(@Query() query: Record<string, unknown>): { url: string } {
    return { url: unsubscribePage(query) };
  }

  private fromJson(body: unknown) {
    const { email, token } = parseDto(UnsubscribeDto, body, 'invalid-body');
    if (token !== undefined) return this.leadOf(token);
    if (email === undefined) throw invalidField('email', 'email or token is needed');
    return { email, ...keyForErasure(email) };
  }

  /** The button of a mail program (RFC 8058), whose form has this field; programs differ in its case and line ends. */
  private fromOneClick(form: URLSearchParams, token: unknown) {
    const isOneClick = [...form].some(
      ([name, value]) => /^list-unsubscribe$/i.test(name.trim()) && /^one-click$/i.test(value.trim()),
    );
    if (!isOneClick) {
      throw invalidField('List-Unsubscribe', 'must be One-Click');
    }
    return this.leadOf(typeof token === 'string' ? token : '');
  }

  private leadOf(token: string) {
    const leadId = readLinkToken(this.config.jwtSecret, 'unsubscribe-tokens', token);
    if (leadId === null) throw new ApiError('invalid-token');
    return { leadId };
  }
}

/**
 * The path of the unsubscribe page for the query of a link in a mail, always on this site and in the language
 * it names. Anything that can't be our token isn't passed on, and the page says that the token is missing.
 */
function unsubscribePage({ token, language }: Record<string, unknown>): string {
  const page = localPath(textLanguageOf(typeof language === 'string' ? language : null), '/unsubscribe');
  if (typeof token !== 'string' || token === '' || token.length > textLimits.email) return page;
  return `${page}?token=${encodeURIComponent(token)}`;
}
