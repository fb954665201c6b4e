import { Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  type Analytics,
  type EditAnalytics,
  type GoalAnalytics,
  nameOfFile,
  type PanelAnswer,
  type PanelName,
  panelNames,
  type RangeAnalytics,
  type SessionAnalytics,
  type VideoRetention,
} from '@voordeur/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionOf } from '../admin-session/require-session.js';
import { ApiCall, objectSchema, textSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { Config } from '../platform/config.js';
import { writeCsv } from '../platform/write-csv.js';
import { FiguresDatabase } from './figures-database.js';
import { columnsOf, moreOf, rowsOf } from './panel-rows.js';
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
    private readonly figures: FiguresDatabase,
    private readonly config: Config,
    private readonly streams: PeopleStreams,
  ) {}

  @Get()
  @ApiCall('The figures (contracts/src/http/analytics.ts, Analytics)', { answer: objectSchema })
  async read(): Promise<Analytics> {
    const figures = await this.figures.read((db, now) => readAnalytics(db, now, this.config.timeZone));
    return { ...figures, ownHost: new URL(this.config.publicUrl).host };
  }

  @Get('range')
  @ApiCall('The figures of a range of days (contracts/src/http/analytics.ts, RangeAnalytics)', {
    answer: objectSchema,
  })
  readRange(@Query() query: FilteredRangeQueryDto): Promise<RangeAnalytics> {
    const range = parseRange(query);
    const bots = parseBotFilters(query);
    return this.figures.read((db, now) =>
      readRange(db, range, now, this.config.timeZone, query.compare, bots),
    );
  }

  @Get('sessions')
  @ApiCall(
    'The figures of the sessions of a range of days for which filters hold (contracts/src/http/session-analytics.ts, SessionAnalytics)',
    { answer: objectSchema },
  )
  readSessions(@Query() query: FilteredRangeQueryDto): Promise<SessionAnalytics> {
    const question = this.questionOf(query);
    return this.figures.read((db, now) => readSessions(db, { ...question, now }));
  }

  @Get('goals')
  @ApiCall(
    'What the sessions of a range of days for which filters hold reached (contracts/src/http/goal-analytics.ts, GoalAnalytics)',
    { answer: objectSchema },
  )
  readGoals(@Query() query: GoalsQueryDto): Promise<GoalAnalytics> {
    const question = this.questionOf(query);
    return this.figures.read((db, now) => readGoals(db, { ...question, now }, query.goal));
  }

  @Get('edits')
  @ApiCall(
    'The texts changed in a range of days, and leads per session before and after (contracts/src/http/text-changes.ts, EditAnalytics)',
    { answer: objectSchema },
  )
  readEdits(@Query() query: RangeQueryDto): Promise<EditAnalytics> {
    const range = parseRange(query);
    return this.figures.read((db, now) => readEdits(db, range, now, this.config.timeZone));
  }

  /** One panel of those, as JSON, or, for spreadsheets, as CSV if the `Accept` header asks for it. */
  @Get('panels/:panel')
  @ApiCall(
    'One panel of those figures as rows (contracts/src/http/access.ts, PanelAnswer); with Accept: text/csv as CSV',
    { answer: objectSchema },
  )
  @Header('vary', 'accept')
  async readPanel(
    @Param('panel') panel: PanelName,
    @Query() query: FilteredRangeQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!panelNames.includes(panel)) throw new ApiError('not-found');
    const figures = await this.readSessions(query);
    const { from, to, asOf } = figures;
    const rows = rowsOf(panel, figures);
    if (request.headers.accept?.includes('text/csv')) {
      const name = nameOfFile(panel, figures, parseFilters(query));
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`);
      await reply.send(writeCsv(rows, columnsOf(panel)));
    } else {
      const answer: PanelAnswer = { panel, from, to, rows, more: moreOf(panel, figures), asOf };
      await reply.send(answer);
    }
  }

  @Get('videos/:videoId/retention')
  @ApiCall(
    'How many views of a video lasted to each second, over a range of days (contracts/src/http/retention.ts, VideoRetention)',
    { answer: objectSchema },
  )
  readRetention(@Param('videoId') videoId: string, @Query() query: RangeQueryDto): Promise<VideoRetention> {
    const range = parseRange(query);
    return this.figures.read((db, now) => readRetention(db, videoId, range, now, this.config.timeZone));
  }

  /** Not logged or traced: it's open for as long as somebody looks at it. */
  @Get('now')
  @ApiCall(
    'Who is on the site now, as server-sent events: one at once and one for each change (contracts/src/http/now.ts, PeopleNow), a comment every 15 s without one; ends with the session',
    { answer: textSchema, answerType: 'text/event-stream' },
  )
  @RouteConfig({ quiet: 'all' })
  watchPeople(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.streams.open(sessionOf(request), reply);
  }

  private questionOf(query: FilteredRangeQueryDto): Omit<SessionsQuestion, 'now'> {
    return {
      range: parseRange(query),
      filters: parseFilters(query),
      timeZone: this.config.timeZone,
      comparison: query.compare,
    };
  }
}
