import { Body, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  type SubscriberCounts,
  type SubscriberSearch,
  subscriberStates,
  type SubscriberState,
} from '@voordeur/contracts/http';
import { IsIn } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema, schemaOf, wholeSchema } from '../platform/api-call.js';
import { SearchText } from '../platform/form-fields.js';
import { PageQueryDto } from '../platform/paging.js';
import { Optional } from '../platform/validation.pipe.js';
import { writeCsv } from '../platform/write-csv.js';
import { readAllSubscribers, readSubscriberCounts, readSubscribersPage } from './read-subscribers.js';

class SubscriberSearchDto extends PageQueryDto implements SubscriberSearch {
  @Optional()
  @IsIn(subscriberStates)
  state?: SubscriberState;

  @Optional()
  @SearchText()
  q?: string;
}

const csvColumns = [
  'email',
  'state',
  'language',
  'consent.sentence',
  'consent.givenAt',
  'consent.confirmedAt',
  'consent.confirmedBy',
  'consent.withdrawnAt',
  'bounce.at',
  'bounce.status',
];

@Controller('api/admin/subscribers')
export class AdminSubscribersController {
  constructor(private readonly db: DataSource) {}

  /** A page as JSON, or all of them as CSV if the `Accept` header asks for that. Changes nothing. */
  @Post('search')
  @ApiCall(
    'Subscribers of the newsletter with their consent, newest first (contracts/src/http/subscriber.ts, SubscribersPage); with Accept: text/csv all of them as CSV',
    { answer: objectSchema },
  )
  @HttpCode(200)
  @Header('vary', 'accept')
  async search(
    @Body() search: SubscriberSearchDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.headers.accept?.includes('text/csv')) {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="subscribers.csv"');
      await reply.send(writeCsv(readAllSubscribers(this.db, search), csvColumns));
    } else {
      await reply.send(await readSubscribersPage(this.db, search));
    }
  }

  @Get('counts')
  @ApiCall('How many subscribers are confirmed, wait for their confirmation, and have unsubscribed', {
    answer: schemaOf({ confirmed: wholeSchema, pending: wholeSchema, unsubscribed: wholeSchema }),
  })
  counts(): Promise<SubscriberCounts> {
    return readSubscriberCounts(this.db);
  }
}
