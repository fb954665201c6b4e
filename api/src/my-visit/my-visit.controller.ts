import { createHash, randomBytes } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  type MyVisitAction,
  myVisitActions,
  type MyVisitErased,
  type MyVisitReceipt,
  type MyVisitShown,
  receiptPattern,
} from '@voordeur/contracts/http';
import {
  visitorAnswerMinutes,
  type VisitorRequest,
  type VisitorRequestAnswered,
  visitorRequests,
} from '@voordeur/contracts/jobs';
import { asUuid, planEffect } from '@voordeur/server';
import { IsIn, IsString, Matches } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema, schemaOf, textSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { RateLimit } from '../platform/rate-limit.guard.js';

/** A JSON body, because without one the page of another site could send this call too. */
class MyVisitDto {
  @IsIn(myVisitActions, { message: `action must be one of ${myVisitActions.join(', ')}` })
  action!: MyVisitAction;
}

/** In the query, because nginx's log has paths. */
class ReceiptDto {
  @IsString()
  @Matches(receiptPattern, { message: 'receipt must be one that this api gave' })
  receipt!: string;
}

/**
 * Shows or erases the caller's own visit of today. Only a worker can find it, because only workers may read the day's
 * salt; so the call is answered by a receipt.
 */
@Controller('api/my-visit')
export class MyVisitController {
  constructor(private readonly db: DataSource) {}

  @Post()
  @ApiCall(
    "Have what is stored about the caller's own visit of today shown or erased; the receipt asks for the answer",
    { answer: schemaOf({ receipt: textSchema }) },
  )
  @HttpCode(202)
  @RateLimit('my-visit')
  async request(@Body() { action }: MyVisitDto, @Req() request: FastifyRequest): Promise<MyVisitReceipt> {
    const receipt = randomBytes(16).toString('base64url');
    const { address, userAgent } = clientOf(request);
    const payload: VisitorRequest = { address, userAgent };
    await planEffect(this.db, {
      kind: 'visitor-request',
      destination: visitorRequests,
      type: action,
      eventId: digestOf(receipt),
      payload: { ...payload },
      // By the clock that dates visits.
      occurredAt: new Date().toISOString(),
    });
    return { receipt };
  }

  /** 200 with the answer, 202 until a worker has given it, 404 once it's a few minutes old. */
  @Get()
  @ApiCall(
    'The answer to a receipt, for five minutes (contracts/src/http/my-visit.ts, MyVisitShown and MyVisitErased)',
    { answer: objectSchema, notYet: schemaOf({ receipt: textSchema }) },
  )
  @RateLimit('my-visit-answer')
  async answer(
    @Query() { receipt }: ReceiptDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MyVisitShown | MyVisitErased | MyVisitReceipt> {
    const [row] = await this.db.query<Partial<Pick<VisitorRequestAnswered, 'answer'>>[]>(
      `select payload->'answer' as answer from outbox
      where destination = $1 and type = any($2) and event_id = $3
        and (sent_at is null or sent_at > now() - make_interval(mins => $4))`,
      [visitorRequests, myVisitActions, digestOf(receipt), visitorAnswerMinutes],
    );
    if (!row) throw new ApiError('not-found');
    if (row.answer) return row.answer;
    void reply.status(202).header('location', `/api/my-visit?receipt=${receipt}`);
    return { receipt };
  }
}

function digestOf(receipt: string): string {
  return asUuid(createHash('sha256').update(receipt).digest());
}
