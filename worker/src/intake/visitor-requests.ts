import { Logger } from '@nestjs/common';
import type { MyVisitAction } from '@voordeur/contracts/http';
import {
  type VisitorRequest,
  type VisitorRequestAnswered,
  visitorAnswerMinutes,
  visitorRequests,
  visitorRequestSchema,
} from '@voordeur/contracts/jobs';
import { describeError, errorName, firstIdAt } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { DataSource, EntityManager } from 'typeorm';
import { digestOfVisit, hashVisitor } from './anonymize.js';
import type { IntakeContext } from './intake.js';
import { compileSchema } from './rejected-events.js';
import type { Destination, LeasedEffect } from '../outbox/destination.js';
import { eraseVisit, type OwnVisit } from './erase-visit.js';
import { showVisit } from './show-visit.js';

const isVisitorRequest = compileSchema<VisitorRequest>(visitorRequestSchema);
const longestRetrySeconds = 60;

type Context = Pick<IntakeContext, 'db' | 'salts' | 'days' | 'timeZone' | 'lookup'>;
type Request = Pick<LeasedEffect, 'id' | 'type' | 'occurredAt'>;

/** Answers visitors' requests about their own visits. Retried forever, because an erasure was promised. */
export function visitorRequestDestination(context: Context): Destination {
  const log = new Logger('visitor-requests');
  return {
    kind: 'visitor-request',
    name: visitorRequests,
    secondsToNextAttempt: (failures) => Math.min(failures, longestRetrySeconds),
    send: async (effect) => {
      try {
        return { result: await answerVisitorRequest(context, effect) };
      } catch (error) {
        log.warn({ error: describeError(error, { messages: false }) }, 'a visitor’s request will be retried');
        return { result: 'retry', error: errorName(error) };
      }
    },
  };
}

/**
 * Fulfils a visitor's request and puts the answer in place of their address and agent, in the transaction that does
 * (the last of) it. Run again, it does nothing more. Throws if it has to run again.
 */
export async function answerVisitorRequest(
  context: Context,
  request: Request,
): Promise<'sent' | 'handed-over'> {
  const { db } = context;
  const requestedMs = new Date(request.occurredAt).getTime();
  const [row] = await db.query<{ payload: VisitorRequest | VisitorRequestAnswered }[]>(
    'select payload from outbox where id = $1',
    [request.id],
  );
  if (!row) return 'sent';
  // The process that answered may have died right after.
  if ('answer' in row.payload) return 'sent';
  // From an api that isn't ours: nobody could answer it, and it isn't kept.
  if (!isVisitorRequest(row.payload)) return 'handed-over';
  const client = row.payload;
  const salt = (await context.salts.prepare([requestedMs]))(requestedMs);
  const visitor = hashVisitor(client, salt);
  const visit = { visitor, ...boundsOfDay(requestedMs, context) };
  // Its row isn't locked before: renewing the leases of this worker would wait for it. The first answer stays.
  const answer = async (tx: EntityManager, answered: VisitorRequestAnswered) => {
    await tx.query(`update outbox set payload = $2 where id = $1 and not payload ? 'answer'`, [
      request.id,
      JSON.stringify(answered),
    ]);
  };
  if ((request.type as MyVisitAction) === 'erase') {
    await eraseVisit(db, visit, client, digestOfVisit(visitor, salt), (tx, erased) =>
      answer(tx, { answer: erased }),
    );
  } else {
    await db.transaction(async (tx) =>
      answer(tx, {
        visitor: visitor.toString('hex'),
        answer: { ...(await showVisit(tx, visit)), isProgram: isProgram(client, context) },
      }),
    );
  }
  return 'sent';
}

function boundsOfDay(timeMs: number, { days, timeZone }: Context): Omit<OwnVisit, 'visitor'> {
  const start = DateTime.fromMillis(timeMs, { zone: timeZone }).startOf('day');
  const end = start.plus({ days: 1 });
  return {
    day: days.dayOf(timeMs),
    timeZone,
    from: start.toUTC().toISO() ?? '',
    to: end.toUTC().toISO() ?? '',
    firstId: firstIdAt(start.toMillis()),
    endId: firstIdAt(end.toMillis()),
  };
}

const isProgram = ({ userAgent }: VisitorRequest, { lookup }: Context): boolean =>
  lookup.current().detectBot({ userAgent, page: '/' }) !== null;

/**
 * Deletes answers a few minutes after they were given. A request to be shown something that no worker could answer goes
 * too: nobody waits for it any more. An erasure stays until it's done.
 */
export async function forgetAnswers(db: DataSource): Promise<void> {
  await db.query(
    `delete from outbox where destination = $2 and created_at < now() - make_interval(mins => $1)
      and (type = 'show' or sent_at < now() - make_interval(mins => $1))`,
    [visitorAnswerMinutes, visitorRequests],
  );
}
