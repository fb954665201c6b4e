import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import type { CalendarSourcesAnswer } from '@voordeur/contracts/http';
import { calendarSeal, type Seal } from '@voordeur/server';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { describeOrigin } from '../admin-session/session-origin.js';
import { ApiCall, objectSchema } from '../platform/api-call.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { uuidInPath } from '../platform/validation.pipe.js';
import { AddSourceDto, ChangeSourceDto } from './calendar.dto.js';
import { addSource, changeSource, readSources, removeSource } from './calendar-sources.js';

/** The owner's other calendars, which a worker reads (contracts/src/http/calendar-sources.ts). */
@Controller('api/admin/calendar/sources')
export class CalendarSourcesController {
  private readonly seal: Seal;

  constructor(
    private readonly db: DataSource,
    { jwtSecret }: Config,
  ) {
    this.seal = calendarSeal(jwtSecret);
  }

  @Get()
  @ApiCall('Other calendars (contracts/src/http/calendar-sources.ts, CalendarSourcesAnswer)', {
    answer: objectSchema,
  })
  list(): Promise<CalendarSourcesAnswer> {
    return readSources(this.db.manager);
  }

  @Post()
  @ApiCall('Add a calendar; a worker reads it within seconds, and the answer to GET says what became of it', {
    answer: objectSchema,
  })
  @HttpCode(201)
  async add(@Body() body: AddSourceDto, @Req() request: FastifyRequest): Promise<CalendarSourcesAnswer> {
    await addSource(this.db, this.seal, body, describeOrigin(clientOf(request)));
    return this.list();
  }

  @Patch(':id')
  @ApiCall('Change a calendar; an empty body has it read again', { answer: objectSchema })
  async change(
    @Param('id', uuidInPath) id: string,
    @Body() body: ChangeSourceDto,
    @Req() request: FastifyRequest,
  ): Promise<CalendarSourcesAnswer> {
    await changeSource(this.db, this.seal, id, body, describeOrigin(clientOf(request)));
    return this.list();
  }

  @Delete(':id')
  @ApiCall('Remove a calendar, with the busy times that were read of it', { answer: objectSchema })
  async remove(@Param('id', uuidInPath) id: string): Promise<CalendarSourcesAnswer> {
    await removeSource(this.db.manager, id);
    return this.list();
  }
}
