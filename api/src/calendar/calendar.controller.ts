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
import { addressKeys, readVisitorTexts, signLinkToken } from '@voordeur/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { DataSource } from 'typeorm';
import { asksNotToBeCounted } from '../leads/leads.producer.js';
import { ApiCall, objectSchema, schemaOf, textSchema } from '../platform/api-call.js';
import { ApiError, invalidParameter } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { CurrentMail } from '../platform/current-mail.js';
import { instantOf } from '../platform/date-time.js';
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
import {
  formPage,
  ownMeetingPage,
  type PageContext,
  timesAddress,
  type TimesParameters,
  timesPage,
} from './pages.js';

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

  /** Also as a form of our own page, which is answered with a redirect. */
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
  ): Promise<BookedAnswer | undefined> {
    const context = this.context();
    const isForm = body instanceof URLSearchParams;
    if (isForm) throwUnlessOwnPage(request);
    const given = isForm ? { ...Object.fromEntries(body), answers: body.getAll('answer') } : body;
    const form = parseDto(BookDto, given, 'invalid-body');
    form.startsAt = asInstant(instantOf(form.startsAt, context.timeZone).getTime());
    const lead = {
      client: clientOf(request),
      notCounted: form.notCounted === true || asksNotToBeCounted(request),
    };
    return this.answer(reply, isForm, {
      act: () => bookMeeting(this.db, form, lead, context),
      back: () => ({ language: textLanguageOf(form.language.toUpperCase()), kind: form.kind }),
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
    @Query('token') token: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const given = typeof token === 'string' ? token : '';
    const meeting = await findMeeting(this.db.manager, this.meetingIdOf(given));
    const { settings } = await readCalendar(this.db.manager);
    const canCancel = !isOver(meeting);
    const canMove = canCancel && this.isOwn && settings.kinds.some(({ id }) => id === meeting.kind);
    void reply.type(html);
    const context = await this.pageContext(textLanguageOf(meeting.language));
    return ownMeetingPage(context, { meeting, token: given, canCancel, canMove });
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
  ): Promise<BookedAnswer | undefined> {
    const isForm = body instanceof URLSearchParams;
    if (isForm) throwUnlessOwnPage(request);
    const given = isForm ? Object.fromEntries(body) : body;
    const { token, startsAt } = parseDto(ChangeOwnMeetingDto, given, 'invalid-body');
    const id = this.meetingIdOf(token);
    return this.answer(reply, isForm, {
      act: () =>
        startsAt === undefined
          ? cancelMeeting(this.db, id, this.settings())
          : moveMeeting(this.db, id, instantOf(startsAt, this.config.timeZone), this.context()),
      back: async () => {
        const { kind, language } = await findMeeting(this.db.manager, id);
        return { language: textLanguageOf(language), kind, token };
      },
    });
  }

  /** A form is answered with a redirect: to the page of the meeting, or back to the times if the chosen one is gone. */
  private async answer(
    reply: FastifyReply,
    isForm: boolean,
    { act, back }: { act: () => Promise<Meeting>; back: () => TimesParameters | Promise<TimesParameters> },
  ): Promise<BookedAnswer | undefined> {
    try {
      const meeting = await act();
      if (!isForm) return this.bookedAnswer(meeting);
      redirect(reply, this.addressOf(meeting));
    } catch (error) {
      if (!isForm || !(error instanceof ApiError) || error.code !== 'just-taken') throw error;
      redirect(reply, timesAddress({ ...(await back()), taken: '1' }));
    }
    return undefined;
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
    const text = await readVisitorTexts(this.db, language);
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

const languageOf = (given: string | undefined) =>
  textLanguages.find((language) => language === given?.toLowerCase()) ?? defaultLanguage;

function daysOf(given: string | undefined, usual: number): number {
  const days = Number(given ?? usual);
  if (days > timesLimits.days) throw invalidParameter('days', `must be 1 to ${timesLimits.days}`);
  return days;
}

function offeredKind({ id, name, minutes, questions, place }: MeetingKind): OfferedKind {
  return { id, name, minutes, questions, place: place.kind, needsPhone: needsPhone({ place }) };
}

/** 303: the browser asks for it with GET. */
function redirect(reply: FastifyReply, address: string): void {
  void reply.status(303).header('location', address);
}

/** A browser names the origin of the page whose form it sends. Throws `foreign-origin`. */
function throwUnlessOwnPage({ headers: { host, origin = '' } }: FastifyRequest): void {
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new ApiError('foreign-origin');
}
