import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type {
  Analytics,
  EditAnalytics,
  GoalAnalytics,
  RangeAnalytics,
  SessionAnalytics,
  VideoRetention,
} from '@voordeur/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { sessionOf } from '../admin-session/require-session.js';
import { Config } from '../platform/config.js';
import { QueryPipe } from '../platform/validation.pipe.js';
import { FilteredRangeQueryDto, GoalsQueryDto, parseBotFilters, parseFilters } from './parse-filters.js';
import { parseRange, RangeQueryDto } from './parse-range.js';
import { PeopleStreams } from './people-streams.js';
import { readAnalytics } from './read-analytics.js';
import { readEdits } from './read-edits.js';
import { readGoals } from './read-goals.js';
import { readRange } from './read-range.js';
import { readRetention } from './read-retention.js';
import { readSessions } from './read-sessions.js';
import type { SessionsQuestion } from './in-selection.js';

@Controller('api/admin/analytics')
export class AnalyticsController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly streams: PeopleStreams,
  ) {}

  @Get()
  async read(): Promise<Analytics> {
    const figures = await readAnalytics(this.db, new Date(), this.config.timeZone);
    return { ...figures, ownHost: new URL(this.config.publicUrl).host };
  }

  @Get('range')
  readRange(
    @Query(new QueryPipe(FilteredRangeQueryDto)) query: FilteredRangeQueryDto,
  ): Promise<RangeAnalytics> {
    const bots = parseBotFilters(query);
    return readRange(this.db, parseRange(query), new Date(), this.config.timeZone, query.compare, bots);
  }

  @Get('sessions')
  readSessions(
    @Query(new QueryPipe(FilteredRangeQueryDto)) query: FilteredRangeQueryDto,
  ): Promise<SessionAnalytics> {
    return readSessions(this.db, this.questionOf(query));
  }

  @Get('goals')
  readGoals(@Query(new QueryPipe(GoalsQueryDto)) query: GoalsQueryDto): Promise<GoalAnalytics> {
    return readGoals(this.db, this.questionOf(query), query.goal);
  }

  @Get('edits')
  readEdits(@Query(new QueryPipe(RangeQueryDto)) query: RangeQueryDto): Promise<EditAnalytics> {
    return readEdits(this.db, parseRange(query), new Date(), this.config.timeZone);
  }

  @Get('videos/:videoId/retention')
  readRetention(
    @Param('videoId') videoId: string,
    @Query(new QueryPipe(RangeQueryDto)) query: RangeQueryDto,
  ): Promise<VideoRetention> {
    return readRetention(this.db, videoId, parseRange(query), new Date(), this.config.timeZone);
  }

  /** Not logged or traced: it's open for as long as somebody looks at it. */
  @Get('now')
  @RouteConfig({ quiet: 'all' })
  watchPeople(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.streams.open(sessionOf(request), reply);
  }

  private questionOf(query: FilteredRangeQueryDto): SessionsQuestion {
    return {
      range: parseRange(query),
      filters: parseFilters(query),
      now: new Date(),
      timeZone: this.config.timeZone,
      comparison: query.compare,
    };
  }
}
