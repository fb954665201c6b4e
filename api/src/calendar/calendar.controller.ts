import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  type BookedAnswer,
  defaultLanguage,
  type HoldAnswer,
  type MeetingKind,
  meetingPath,
  needsPhone,
  type OfferedKind,
  type TextLanguage,
  textLanguageOf,
  textLanguages,
  type TimesAnswer,
  timesLimits,
} from '@voordeur/contracts/http';
import type { Meeting } from '@voordeur/contracts/db';
import { addressKeys, readVisitorTexts, signLinkToken, visitorTexts } from '@voordeur/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { DataSource } from 'typeorm';
import { asksNotToBeCounted } from '../leads/leads.producer.js';
import { ApiCall, objectSchema, schemaOf, textSchema } from '../platform/api-call.js';
import { ApiError, invalidParameter } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { CurrentMail } from '../platform/current-mail.js';
import { instantOf, isRealDateTime } from '../platform/date-time.js';
import { asApiError } from '../platform/error.filter.js';
import { KeyedHash, readLinkToken } from '../platform/keyed-hash.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { Site } from '../platform/site.js';
import { parseDto } from '../platform/validation.pipe.js';
import { BookDto, ChangeOwnMeetingDto, HoldDto, TimesQueryDto } from './calendar.dto.js';
import { readCalendar } from './calendar-settings.js';
import { dateOf, freeDays, nextTimes } from './free-times.js';
import {
  bookMeeting,
  cancelMeeting,
  findMeeting,
  holdTime,
  isOver,
  type MeetingContext,
  moveMeeting,
  readKind,
} from './meetings.js';
import { formPage, ownMeetingPage, type PageContext, refusalPage, timesAddress, timesPage } from './pages.js';

/** A page shows fewer days than JSON: there's a button for each time. */
const daysOfPage = 7;

const html = 'text/html; charset=utf-8';

/**
 * The owner's own calendar, for visitors. It asks Postgres alone, so it works while Redis is away. The calls are not found
 * while another calendar is chosen, but for the page of a meeting, whose link somebody has.
 */
@Controller('api/bookings')
export class CalendarController {
  private readonly holders: KeyedHash;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly site: Site,
    private readonly mail: CurrentMail,
  ) {
    this.holders = new KeyedHash(config.jwtSecret, 'hold-addresses');
  }

  @Get('times')
  @ApiCall(
    'Free times of the own calendar; with a language a page of them (contracts/src/http/calendar.ts, TimesAnswer)',
    {
      answer: objectSchema,
    },
  )
  @RateLimit('booking-times')
  async times(
    @Query() query: TimesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TimesAnswer | string> {
    const { timeZone } = this.context();
    const { settings, calendar } = await readKind(this.db, query.kind, { timeZone });
    if (query.language !== undefined) {
      void reply.type(html);
      return this.timesPage(query, settings.kinds, calendar);
    }
    const days = daysOf(query.days, timesLimits.defaultDays);
    const from = query.from ?? dateOf(calendar.nowMs, timeZone).toString();
    return {
      kinds: settings.kinds.map(offeredKind),
      kind: calendar.kind.id,
      timeZone,
      next: nextTimes(calendar, timesLimits.next).map(asInstant),
      days: freeDays(calendar, from, days).map(({ date, times }) => ({ date, times: times.map(asInstant) })),
    };
  }

  @Post('hold')
  @ApiCall('Hold a time for ten minutes (contracts/src/http/calendar.ts, HoldAnswer)', {
    answer: objectSchema,
  })
  @HttpCode(201)
  @RateLimit('booking-hold')
  async hold(
    @Body() { kind, startsAt }: HoldDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HoldAnswer> {
    const context = this.context();
    const [address] = addressKeys(clientOf(request).address);
    const holder = this.holders.of(address?.key ?? '');
    const held = await holdTime(
      this.db,
      { kind, startsAt: instantOf(startsAt, context.timeZone), holder },
      context,
    );
    if (!held) void reply.status(200);
    return { holdId: held?.id ?? null, until: held?.until.toISOString() ?? null };
  }

  @Post()
  @ApiCall('Book a time; 409 just-taken has the next ones (contracts/src/http/calendar.ts, BookBody)', {
    answer: schemaOf({
      ...{ id: textSchema, startsAt: textSchema, endsAt: textSchema },
      ...{ place: objectSchema, sendsMail: { type: 'boolean' }, changeUrl: textSchema },
    }),
    body: { 'application/json': BookDto, 'application/x-www-form-urlencoded': BookDto },
  })
  @HttpCode(201)
  @RouteConfig({ acceptsForm: true })
  @RateLimit('booking')
  async book(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookedAnswer | string | undefined> {
    const book = (given: unknown) => {
      const context = this.context();
      const form = parseDto(BookDto, given, 'invalid-body');
      form.startsAt = asInstant(instantOf(form.startsAt, context.timeZone).getTime());
      const notCounted = form.notCounted === true || asksNotToBeCounted(request);
      return bookMeeting(this.db, form, { client: clientOf(request), notCounted }, context);
    };
    if (!(body instanceof URLSearchParams)) return this.bookedAnswer(await book(body));
    const typed = { ...Object.fromEntries(body), answers: body.getAll('answer') };
    return this.answerForm(request, reply, {
      act: () => book(typed),
      refuse: (error) => this.refuseBooking(typed, error),
    });
  }

  @Get('meeting')
  @ApiCall('The page behind the link of a meeting', {
    answerType: 'text/html',
    answer: textSchema,
    query: [
      { name: 'token', required: true, schema: textSchema },
      { name: 'language', required: false, schema: textSchema },
    ],
  })
  @RateLimit('meeting')
  async meeting(
    @Query() { token, language }: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const given = typeof token === 'string' ? token : '';
    void reply.type(html);
    try {
      const meeting = await findMeeting(this.db.manager, this.meetingIdOf(given));
      const { settings } = await readCalendar(this.db.manager);
      const canCancel = !isOver(meeting);
      const canMove = canCancel && this.isOwn && settings.kinds.some(({ id }) => id === meeting.kind);
      const context = await this.pageContext(textLanguageOf(meeting.language));
      return ownMeetingPage(context, { meeting, token: given, canCancel, canMove });
    } catch (thrown) {
      return this.refusalPage(reply, thrown, languageOf(language));
    }
  }

  @Post('meeting')
  @ApiCall(
    'Move the meeting of a link, or cancel it (contracts/src/http/calendar.ts, ChangeOwnMeetingBody)',
    {
      answer: objectSchema,
      body: {
        'application/json': ChangeOwnMeetingDto,
        'application/x-www-form-urlencoded': ChangeOwnMeetingDto,
      },
    },
  )
  @HttpCode(200)
  @RouteConfig({ acceptsForm: true })
  @RateLimit('meeting')
  async change(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookedAnswer | string | undefined> {
    const change = (given: unknown) => {
      const { token, startsAt } = parseDto(ChangeOwnMeetingDto, given, 'invalid-body');
      const id = this.meetingIdOf(token);
      return startsAt === undefined
        ? cancelMeeting(this.db, id, this.settings())
        : moveMeeting(this.db, id, instantOf(startsAt, this.config.timeZone), this.context());
    };
    if (!(body instanceof URLSearchParams)) return this.bookedAnswer(await change(body));
    const typed = Object.fromEntries(body);
    return this.answerForm(request, reply, {
      act: () => change(typed),
      refuse: (error) => this.refuseChange(typed['token'] ?? '', error),
    });
  }

  /**
   * Answers a form of a page without JavaScript: with a redirect to the page of the meeting, or as `refuse` says, else with
   * the refusal in words.
   */
  private async answerForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { act, refuse }: { act: () => Promise<Meeting>; refuse: (error: ApiError) => Promise<Refusal> },
  ): Promise<string | undefined> {
    try {
      throwUnlessOwnPage(request);
      redirect(reply, this.addressOf(await act()));
      return undefined;
    } catch (thrown) {
      const error = asApiError(thrown);
      const { address, page, language = defaultLanguage } = await refuse(error);
      if (address === undefined && page === undefined) return this.refusalPage(reply, thrown, language);
      if (address === undefined) void reply.status(error.status).type(html);
      else redirect(reply, address);
      return page;
    }
  }

  /** The form once more if a field is wrong, and the times if the chosen one is gone. */
  private async refuseBooking(typed: Record<string, unknown>, error: ApiError): Promise<Refusal> {
    const language = textLanguageOf(String(typed['language']).toUpperCase());
    const kindId = String(typed['kind']);
    if (error.code === 'just-taken') return { address: timesAddress({ language, kind: kindId, taken: '1' }) };
    if (error.code !== 'invalid-body' || !isRealDateTime(typed['startsAt'])) return { language };
    const { settings } = await readCalendar(this.db.manager);
    const kind = settings.kinds.find(({ id }) => id === kindId);
    if (!kind) return { language };
    const wrong = (error.body().details ?? []).map(({ field }) => field);
    const startsAt = instantOf(String(typed['startsAt']), this.config.timeZone);
    const context = await this.pageContext(language);
    return { page: formPage(context, { kind, startsAt, id: randomUUID(), typed, wrong }) };
  }

  /** The page of the meeting if that's over, and the times if the chosen one is gone. */
  private async refuseChange(token: string, error: ApiError): Promise<Refusal> {
    if (error.code !== 'just-taken' && error.code !== 'meeting-over') return {};
    const meeting = await findMeeting(this.db.manager, this.meetingIdOf(token));
    const language = textLanguageOf(meeting.language);
    return {
      address:
        error.code === 'meeting-over'
          ? this.addressOf(meeting)
          : timesAddress({ language, kind: meeting.kind, token, taken: '1' }),
    };
  }

  /** Throws a fault of ours on, which is logged. */
  private async refusalPage(reply: FastifyReply, thrown: unknown, language: TextLanguage): Promise<string> {
    const error = asApiError(thrown);
    if (error.code === 'internal') throw thrown;
    void reply.status(error.status).type(html);
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
    return refusalPage(await this.pageContext(language), error.code);
  }

  private get isOwn(): boolean {
    return this.site.config.scheduler.provider === 'own';
  }

  private settings(): MeetingContext {
    return { timeZone: this.config.timeZone, sendsMail: this.mail.sendsMail };
  }

  /** Throws `not-found` while another calendar is chosen. */
  private context(): MeetingContext {
    if (!this.isOwn) throw new ApiError('not-found');
    return this.settings();
  }

  private async timesPage(
    query: TimesQueryDto,
    kinds: MeetingKind[],
    calendar: Parameters<typeof freeDays>[0],
  ): Promise<string> {
    const { at, token, taken } = query;
    const { kind, nowMs, timeZone } = calendar;
    const context = await this.pageContext(languageOf(query.language));
    if (at !== undefined)
      return formPage(context, { kind, startsAt: instantOf(at, timeZone), id: randomUUID() });
    const today = dateOf(nowMs, timeZone);
    const [next] = nextTimes(calendar, 1);
    const from =
      query.from === undefined ? dateOf(next ?? nowMs, timeZone) : Temporal.PlainDate.from(query.from);
    const days = daysOf(query.days, daysOfPage);
    const later = from.add({ days });
    const hasLater = today.until(later).days <= kind.horizonDays;
    const hasEarlier = Temporal.PlainDate.compare(from, today) > 0;
    return timesPage(context, {
      ...{ kind, kinds, token, isTaken: taken !== undefined },
      days: freeDays(calendar, from.toString(), days),
      earlier: hasEarlier ? from.subtract({ days }).toString() : undefined,
      later: hasLater ? later.toString() : undefined,
    });
  }

  private async pageContext(language: TextLanguage): Promise<PageContext> {
    // Without Postgres, in our own words.
    const text = await readVisitorTexts(this.db, language).catch(() => visitorTexts(language));
    return { language, text, product: this.site.config.product, timeZone: this.config.timeZone };
  }

  private bookedAnswer(meeting: Meeting): BookedAnswer {
    return {
      id: meeting.id,
      startsAt: meeting.startsAt.toISOString(),
      endsAt: meeting.endsAt.toISOString(),
      place: meeting.place ?? { kind: 'phone', text: '' },
      sendsMail: this.mail.sendsMail,
      changeUrl: this.addressOf(meeting),
    };
  }

  private addressOf({ id, language }: Meeting): string {
    return meetingPath(signLinkToken(this.config.jwtSecret, 'meeting-tokens', id), textLanguageOf(language));
  }

  private meetingIdOf(token: string): string {
    const id = readLinkToken(this.config.jwtSecret, 'meeting-tokens', token);
    if (id === null) throw new ApiError('invalid-token');
    return id;
  }
}

const asInstant = (timeMs: number) => new Date(timeMs).toISOString();

const languageOf = (given: unknown) =>
  textLanguages.find((language) => language === String(given).toLowerCase()) ?? defaultLanguage;

function daysOf(given: string | undefined, usual: number): number {
  const days = Number(given ?? usual);
  if (days > timesLimits.days) throw invalidParameter('days', `must be 1 to ${timesLimits.days}`);
  return days;
}

function offeredKind({ id, name, minutes, questions, place }: MeetingKind): OfferedKind {
  return { id, name, minutes, questions, place: place.kind, needsPhone: needsPhone({ place }) };
}

/** Where a refused form leads, or the page that it's answered with. */
interface Refusal {
  address?: string;
  page?: string;
  language?: TextLanguage;
}

/** 303: the browser asks for it with GET. */
function redirect(reply: FastifyReply, address: string): void {
  void reply.status(303).header('location', address);
}

/** A browser names the origin of the page whose form it sends. Throws `foreign-origin`. */
function throwUnlessOwnPage({ headers: { host, origin = '' } }: FastifyRequest): void {
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new ApiError('foreign-origin');
}
