import { InjectQueue } from '@nestjs/bullmq';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import {
  type SeveralLeadsAction,
  type SeveralLeadsAnswer,
  type SeveralLeadsBody,
  severalLeadsActions,
} from '@voordeur/contracts/http';
import { queueNames, releaseLeadJobName, type ReleaseLead } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ApiCall, schemaOf, textSchema, wholeSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { Ids } from '../platform/form-fields.js';
import { JobProducer } from '../platform/job-producer.js';
import { Site } from '../platform/site.js';
import { readTheseLeads } from './read-leads.js';
import { changeLeads, erasePersonsOf, quarantineLeads, readQuarantined } from './several-leads.js';
import { writeLeadsCsv } from './write-leads-csv.js';

class SelectedLeadsDto {
  @Ids()
  ids!: string[];
}

class SeveralLeadsDto extends SelectedLeadsDto implements SeveralLeadsBody {
  @IsIn(severalLeadsActions)
  action!: SeveralLeadsAction;
}

/** The owner's actions on the selected leads. Leads that are gone meanwhile are left out. */
@Controller('api/admin/leads')
export class SeveralLeadsController {
  constructor(
    private readonly db: DataSource,
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
    private readonly site: Site,
  ) {}

  @Post('several')
  @ApiCall(
    'Do something with up to 500 leads: give them a status, release them, put them in quarantine, or erase the persons who sent them',
    { answer: schemaOf({ count: wholeSchema }) },
  )
  @HttpCode(202)
  async act(@Body() { ids, action }: SeveralLeadsDto): Promise<SeveralLeadsAnswer> {
    switch (action) {
      case 'release':
        return { count: await this.release(ids) };
      case 'quarantine':
        return { count: await quarantineLeads(this.db, ids) };
      case 'erase':
        return { count: await erasePersonsOf(this.db, ids) };
      case 'answered':
      case 'archived':
      case 'new':
        return { count: await changeLeads(this.db, ids, action) };
    }
  }

  @Post('csv')
  @ApiCall('Up to 500 leads as CSV', { answer: textSchema, answerType: 'text/csv' })
  @HttpCode(200)
  async export(@Body() { ids }: SelectedLeadsDto, @Res() reply: FastifyReply): Promise<void> {
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="leads.csv"');
    await reply.send(writeLeadsCsv(readTheseLeads(this.db, ids, this.site.daysOff(this.config))));
  }

  /** Again for one whose job was lost on the way changes nothing. */
  private async release(ids: string[]): Promise<number> {
    const held = await readQuarantined(this.db, ids);
    const add = (job: ReleaseLead) => this.jobs.addOrSpill(this.queue, releaseLeadJobName, job, uuidv7());
    await Promise.all(held.map((leadId) => add({ leadId })));
    return held.length;
  }
}
