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
import { InjectRepository } from '@nestjs/typeorm';
import { Lead } from '@voordeur/contracts/db';
import {
  type Accepted,
  acceptedSchema,
  type LeadCounts,
  type LeadTimeline,
  type OneLeadAnswer,
} from '@voordeur/contracts/http';
import { queueNames, releaseLeadJobName, type ReleaseLead } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource, Repository } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { readBookingsOf } from '../bookings/read-bookings.js';
import { ApiCall, objectSchema, schemaOf, wholeSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { CurrentMail } from '../platform/current-mail.js';
import { readDeliveriesOfLead } from '../deliveries/read-deliveries.js';
import { ApiError } from '../platform/api-error.js';
import { JobProducer } from '../platform/job-producer.js';
import { Site } from '../platform/site.js';
import { uuidInPath } from '../platform/validation.pipe.js';
import { changeLead } from './change-lead.js';
import { ChangeLeadDto, ReplyDto } from './lead.dto.js';
import { LeadQueryDto } from './lead-query.dto.js';
import { readAllLeads, readLead, readLeadCounts, readLeadsPage } from './read-leads.js';
import { readTimeline } from './read-timeline.js';
import { canReply, planReply, readReplies } from './replies.js';
import { writeLeadsCsv } from './write-leads-csv.js';

@Controller('api/admin/leads')
export class AdminLeadsController {
  constructor(
    private readonly db: DataSource,
    @InjectRepository(Lead) private readonly leads: Repository<Lead>,
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
    private readonly site: Site,
    private readonly mail: CurrentMail,
  ) {}

  /** A page as JSON, or all leads as CSV if the `Accept` header asks for that. */
  @Get()
  @ApiCall(
    'Leads, newest first or by first=oldest (contracts/src/http/lead.ts, LeadsPage); with Accept: text/csv all of them as CSV',
    { answer: objectSchema },
  )
  @Header('vary', 'accept')
  async list(
    @Query() query: LeadQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const off = this.site.daysOff(this.config);
    if (request.headers.accept?.includes('text/csv')) {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="leads.csv"');
      await reply.send(writeLeadsCsv(readAllLeads(this.db, query, off)));
    } else {
      await reply.send(await readLeadsPage(this.db, query, off));
    }
  }

  @Get('counts')
  @ApiCall('How many leads are in each box; 1,000 means that many or more', {
    answer: schemaOf({
      toAnswer: wholeSchema,
      signUps: wholeSchema,
      answered: wholeSchema,
      archived: wholeSchema,
      quarantined: wholeSchema,
      late: wholeSchema,
      retention: objectSchema,
    }),
  })
  counts(): Promise<LeadCounts> {
    return readLeadCounts(this.db, this.site.daysOff(this.config));
  }

  @Get(':id')
  @ApiCall('A lead with its deliveries and their attempts (contracts/src/http/lead.ts, OneLeadAnswer)', {
    answer: objectSchema,
  })
  async read(
    @Param('id', uuidInPath) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OneLeadAnswer> {
    const lead = await readLead(this.db, id, this.site.daysOff(this.config));
    if (!lead) throw new ApiError('not-found');
    void reply.header('etag', `"${String(lead.revision)}"`);
    const [deliveries, bookings, replies] = await Promise.all([
      readDeliveriesOfLead(this.db.manager, id),
      readBookingsOf(this.db, lead),
      readReplies(this.db, id),
    ]);
    return { ...lead, deliveries, bookings, replies, canReply: canReply(lead, this.mail) };
  }

  @Get(':id/timeline')
  @ApiCall(
    'What happened around a lead, and the other leads of its person (contracts/src/http/lead.ts, LeadTimeline)',
    { answer: objectSchema },
  )
  timeline(@Param('id', uuidInPath) id: string): Promise<LeadTimeline> {
    return readTimeline(this.db, id);
  }

  /** Changes status and note. With `If-Match` only if nobody else has changed the lead; without it the last change wins. */
  @Patch(':id')
  @ApiCall(
    'Change the status or the note (null removes it); with the ETag of the lead in If-Match, a 412 if it was changed since; without it, the last change wins',
    { answer: objectSchema },
  )
  async change(
    @Param('id', uuidInPath) id: string,
    @Body() change: ChangeLeadDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OneLeadAnswer> {
    await changeLead(this.db, id, change, ifMatch);
    return this.read(id, reply);
  }

  /** Mails an answer to a lead. It's answered once the mail server has accepted that mail. */
  @Post(':id/reply')
  @ApiCall(
    'Mail an answer to a lead, which is answered once the mail server accepts it; the same words again are the same reply, and are tried again if it failed',
    { answer: acceptedSchema },
  )
  @HttpCode(202)
  async reply(@Param('id', uuidInPath) id: string, @Body() reply: ReplyDto): Promise<Accepted> {
    const lead = await readLead(this.db, id, this.site.daysOff(this.config));
    if (!lead) throw new ApiError('not-found');
    if (!canReply(lead, this.mail)) throw new ApiError('cannot-reply');
    return { id: await planReply(this.db, id, reply) };
  }

  /** Releases a lead from quarantine; the worker then sends its webhook and mails. */
  @Post(':id/release')
  @ApiCall('Release a lead from quarantine: its webhook and mails are sent', { answer: acceptedSchema })
  @HttpCode(202)
  async release(@Param('id', uuidInPath) id: string): Promise<Accepted> {
    if (!(await this.leads.existsBy({ id }))) throw new ApiError('not-found');
    const job: ReleaseLead = { leadId: id };
    await this.jobs.addOrSpill(this.queue, releaseLeadJobName, job, uuidv7());
    return { id };
  }
}
