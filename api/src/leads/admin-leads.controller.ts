import { InjectQueue } from '@nestjs/bullmq';
import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Lead } from '@voordeur/contracts/db';
import type { Accepted, LeadCounts, OneLeadAnswer } from '@voordeur/contracts/http';
import { queueNames, releaseLeadJobName, type ReleaseLead } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { Config } from '../platform/config.js';
import { readDeliveriesOfLead } from '../deliveries/read-deliveries.js';
import { ApiError } from '../platform/api-error.js';
import { JobProducer } from '../platform/job-producer.js';
import { BodyPipe } from '../platform/validation.pipe.js';
import { changeLead } from './change-lead.js';
import { ChangeLeadDto } from './lead.dto.js';
import { parseLeadQuery } from './lead-query.js';
import { readAllLeads, readLead, readLeadCounts, readLeadsPage } from './read-leads.js';
import { writeLeadsCsv } from './write-leads-csv.js';

@Controller('api/admin/leads')
export class AdminLeadsController {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
  ) {}

  /** A page as JSON, or all of them as CSV for whoever asks for that. */
  @Get()
  @Header('vary', 'accept')
  async list(
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = parseLeadQuery(query, this.config.timeZone);
    if (request.headers.accept?.includes('text/csv')) {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="leads.csv"');
      await reply.send(writeLeadsCsv(readAllLeads(this.db, asked)));
    } else {
      await reply.send(await readLeadsPage(this.db, asked));
    }
  }

  @Get('counts')
  counts(): Promise<LeadCounts> {
    return readLeadCounts(this.db);
  }

  @Get(':id')
  async read(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OneLeadAnswer> {
    const lead = isUUID(id) ? await readLead(this.db, id) : null;
    if (!lead) throw new ApiError('not-found');
    void reply.header('etag', `"${String(lead.revision)}"`);
    return { ...lead, deliveries: await readDeliveriesOfLead(this.db.manager, id) };
  }

  /** The owner's status and note. With `If-Match` only when nobody changed it since; without, the last one wins. */
  @Patch(':id')
  async change(
    @Param('id') id: string,
    @Body(new BodyPipe(ChangeLeadDto)) change: ChangeLeadDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OneLeadAnswer> {
    if (!isUUID(id)) throw new ApiError('not-found');
    await changeLead(this.db, id, change, ifMatch);
    return this.read(id, reply);
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
