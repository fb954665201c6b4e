import { Body, Controller, Get, Headers, HttpCode, Post, Req } from '@nestjs/common';
import {
  accessLimits,
  type OpenSharedAnswer,
  type OpenSharedBody,
  type SharedFigures,
} from '@voordeur/contracts/http';
import type { FastifyRequest } from 'fastify';
import { FiguresDatabase } from '../analytics/figures-database.js';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { Line } from '../platform/form-fields.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { Optional } from '../platform/validation.pipe.js';
import { SharedViews } from './shared-views.js';
import { readSharedFigures } from './view.js';

class OpenSharedDto implements OpenSharedBody {
  @Line(100)
  token!: string;

  @Optional()
  @Line(accessLimits.password)
  password?: string;
}

/** For anyone who has a link. No call takes a range or a filter: those of the link are all there are. */
@Controller('api/shared')
export class SharedViewsController {
  constructor(
    private readonly views: SharedViews,
    private readonly figures: FiguresDatabase,
    private readonly config: Config,
  ) {}

  @Post('open')
  @ApiCall(
    'Open a link with its token, and its password if it has one (contracts/src/http/access.ts, OpenSharedAnswer)',
    { answer: objectSchema },
  )
  @HttpCode(200)
  @RateLimit('shared-open')
  open(@Body() body: OpenSharedDto, @Req() request: FastifyRequest): Promise<OpenSharedAnswer> {
    return this.views.open(body, clientOf(request));
  }

  @Get('figures')
  @ApiCall(
    'The figures of an open link, with the token that opening it gave (contracts/src/http/access.ts, SharedFigures)',
    { answer: objectSchema },
  )
  @RateLimit('shared-figures')
  async read(@Headers('authorization') authorization: string | undefined): Promise<SharedFigures> {
    const { query } = await this.views.find(authorization);
    return this.figures.read((db, now) => readSharedFigures(db, query, now, this.config.timeZone));
  }
}
