import { randomUUID } from 'node:crypto';
import { Controller, Delete, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { Meeting } from '@voordeur/contracts/db';
import { type CalendarFeedAnswer, defaultCalendar, feedPath } from '@voordeur/contracts/http';
import { meetingEvents, signLinkToken } from '@voordeur/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource, MoreThan } from 'typeorm';
import { noteSecurityEvent } from '../admin-session/security-events.js';
import { describeOrigin } from '../admin-session/session-origin.js';
import { ApiCall, schemaOf, textSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { readLinkToken } from '../platform/keyed-hash.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { Site } from '../platform/site.js';

const pastDays = 30;
const mostMeetings = 1_000;
const answer = schemaOf({ path: { type: ['string', 'null'] } });

/** The owner's meetings as a calendar that she subscribes to. Anyone who has its address can read it, until she makes another. */
@Controller('api')
export class CalendarFeedController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly site: Site,
  ) {}

  @Get('admin/calendar/feed')
  @ApiCall('The secret address of the calendar of meetings; null without one', { answer })
  async read(): Promise<CalendarFeedAnswer> {
    return this.answerOf(await this.readId());
  }

  @Post('admin/calendar/feed')
  @ApiCall('Make a new secret address; the one before no longer works', { answer })
  @HttpCode(200)
  async make(@Req() request: FastifyRequest): Promise<CalendarFeedAnswer> {
    const id = randomUUID();
    await this.db.transaction(async (tx) => {
      await tx.query(
        `insert into calendar (settings, version, feed) values ($1, 0, $2)
        on conflict ("only") do update set feed = excluded.feed`,
        [defaultCalendar, id],
      );
      await noteSecurityEvent(tx, 'calendar-changed', describeOrigin(clientOf(request)));
    });
    return this.answerOf(id);
  }

  @Delete('admin/calendar/feed')
  @ApiCall('End the secret address', { answer })
  async end(): Promise<CalendarFeedAnswer> {
    await this.db.query('update calendar set feed = null');
    return this.answerOf(null);
  }

  @Get('bookings/calendar.ics')
  @ApiCall('The meetings, for the calendar program of who has the secret address', {
    answerType: 'text/calendar',
    answer: textSchema,
    query: [{ name: 'token', required: true, schema: textSchema }],
  })
  @RateLimit('meeting')
  async feed(
    @Query('token') token: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const id = readLinkToken(this.config.jwtSecret, 'feed-tokens', typeof token === 'string' ? token : '');
    if (id === null || id !== (await this.readId())) throw new ApiError('not-found');
    const meetings = await this.db.manager.find(Meeting, {
      where: { state: 'booked', startsAt: MoreThan(new Date(Date.now() - pastDays * 86_400_000)) },
      order: { startsAt: 'ASC' },
      take: mostMeetings,
    });
    void reply.type('text/calendar; charset=utf-8');
    const { publicUrl } = this.config;
    return meetingEvents(meetings, { publicUrl, product: this.site.config.product });
  }

  private async readId(): Promise<string | null> {
    const [row] = await this.db.query<{ feed: string | null }[]>('select feed from calendar');
    return row?.feed ?? null;
  }

  private answerOf(id: string | null): CalendarFeedAnswer {
    return { path: id && feedPath(signLinkToken(this.config.jwtSecret, 'feed-tokens', id)) };
  }
}
