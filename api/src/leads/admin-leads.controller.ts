import { InjectQueue } from '@nestjs/bullmq';
import { Controller, Get, Header, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Lead } from '@voordeur/contracts/db';
import type { Accepted } from '@voordeur/contracts/http';
import { queueNames, releaseLeadJobName, type ReleaseLead } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AdminOnly } from '../admin-session/admin.guard.js';
import { ApiError } from '../platform/api-error.js';
import { JobProducer } from '../platform/job-producer.js';
import { parseLeadQuery } from './lead-query.js';
import { readAllLeads, readLeadsPage } from './read-leads.js';
import { writeLeadsCsv } from './write-leads-csv.js';

@Controller('api/admin/leads')
@AdminOnly()
export class AdminLeadsController {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
  ) {}

  /** A page as JSON, or all of them as CSV for whoever asks for that. */
  @Get()
  @Header('vary', 'accept')
  async list(
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = parseLeadQuery(query);
    if (request.headers.accept?.includes('text/csv')) {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="leads.csv"');
      await reply.send(writeLeadsCsv(readAllLeads(this.db, asked)));
    } else {
      await reply.send(await readLeadsPage(this.db, asked));
    }
  }

  /** Lets a quarantined lead pass; its webhook and mails go out from the worker. */
  @Post(':id/release')
  @HttpCode(202)
  async release(@Param('id') id: string): Promise<Accepted> {
    if (!isUUID(id) || !(await this.db.getRepository(Lead).existsBy({ id }))) throw new ApiError('not-found');
    await this.jobs.addOrSpill(
      this.queue,
      releaseLeadJobName,
      { leadId: id } satisfies ReleaseLead,
      uuidv7(),
    );
    return { id };
  }
}
