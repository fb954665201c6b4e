import { ofPhone, phoneOf } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import { type Goal, goalBit, videoGoals } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import { lockDays } from './lock-sessions.js';
import { extrasWhere, visitorsOf } from './session-sql.js';

/*
 * Extras are a visitor's actions other than viewing pages: watched videos and reached goals. Their rows come in before
 * or after the page views of the session that they belong to.
 */

/** SQL: the session that an extra belongs to: the one that began last before it, else the first. */
const sessionOfExtra = `(
  select started_at from sessions where sessions.visitor = extras.visitor
  order by started_at > extras.occurred_at, abs(extract(epoch from extras.occurred_at - started_at)) limit 1)`;

const summed = `summed as (
  select visitor, ${sessionOfExtra} as started_at, sum(seconds)::int as video_seconds, bit_or(bits) as goals
  from extras group by 1, 2)`;

/** A session that begins elsewhere may now own extras of another, and another some of its own. */
const recountExtrasSql = `
  with extras as materialized (${extrasWhere(`visitor = any(${visitorsOf('$1')})`)}),
  ${summed}
  update sessions set video_seconds = coalesce(summed.video_seconds, 0), goals = coalesce(summed.goals, 0)
  from sessions as kept left join summed using (visitor, started_at)
  where kept.visitor in (select visitor from extras)
    and sessions.visitor = kept.visitor and sessions.started_at = kept.started_at`;

/** Recounts these visitors' extras, once one of their sessions begins elsewhere. */
export async function recountExtras(tx: EntityManager, visitors: string[]): Promise<void> {
  if (visitors.length > 0) await tx.query(recountExtrasSql, [visitors]);
}

const addExtrasSql = `
  with extras as (
    select * from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[])
      as e (visitor, occurred_at, seconds, bits)),
  ${summed}
  update sessions set video_seconds = sessions.video_seconds + summed.video_seconds, goals = sessions.goals | summed.goals
  from summed where sessions.visitor = summed.visitor and sessions.started_at = summed.started_at`;

/** A visitor's action other than viewing a page. */
interface Extra {
  visitor: string;
  occurredAt: string | Date;
  /** Watched, beyond the seconds added before. */
  seconds: number;
  goals: Goal[];
}

/**
 * Adds this to the sessions it belongs to, in the transaction that stores its rows. Where no page view has come in yet, the
 * session finds those rows when it does.
 */
async function addExtras(tx: EntityManager, extras: Extra[], timeZone: string): Promise<void> {
  if (extras.length === 0) return;
  await lockDays(
    tx,
    timeZone,
    extras.map(({ occurredAt }) => occurredAt),
  );
  await tx.query(addExtrasSql, [
    extras.map(({ visitor }) => visitor),
    extras.map(({ occurredAt }) => occurredAt),
    extras.map(({ seconds }) => seconds),
    extras.map(({ goals }) => goals.reduce((bits, goal) => bits | goalBit(goal), 0)),
  ]);
}

/** A video view that is new or was watched longer than before, as its row says now. */
export interface CountedVideoView {
  /** As sessions have it. */
  visitor: string;
  occurredAt: Date;
  watchedSeconds: number;
  /** As far as it was counted before (0: new). */
  countedSeconds: number;
  /** It began earlier than was known. */
  isEarlier: boolean;
}

/** Adds video views to the sessions of their visitors, in the transaction that stored them. */
export async function addVideoViews(
  tx: EntityManager,
  views: CountedVideoView[],
  timeZone: string,
): Promise<void> {
  const extras = views.map(({ visitor, occurredAt, watchedSeconds, countedSeconds }) => ({
    visitor,
    occurredAt,
    seconds: watchedSeconds - countedSeconds,
    goals: videoGoals.filter(({ seconds }) => watchedSeconds >= seconds).map(({ goal }) => goal),
  }));
  await addExtras(tx, extras, timeZone);
  const earlier = views.filter(({ isEarlier }) => isEarlier);
  await recountExtras(
    tx,
    earlier.map(({ visitor }) => visitor),
  );
}

interface ReachedGoal {
  visitor: string;
  occurredAt: string | Date;
}

const returnedGoal = `returning encode(visitor, 'hex')::uuid as visitor, occurred_at as "occurredAt"`;

/** Notes that a visitor reached a goal by a lead, once, in the transaction that stores the lead. Call it last in it. */
export async function reachGoal(
  tx: EntityManager,
  { leadId, goal, visitor, occurredAt }: { leadId: string; goal: Goal; visitor: Buffer; occurredAt: string },
  timeZone: string,
): Promise<void> {
  const reached = await tx.query<ReachedGoal[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at) values ($1, $2, $3, $4)
    on conflict do nothing ${returnedGoal}`,
    [leadId, goal, visitor, occurredAt],
  );
  await addGoal(tx, reached, goal, timeZone);
}

/** The session that brought a newsletter signup also brought its confirmation, on whatever day and device that's given. */
export async function reachByConfirming(tx: EntityManager, leadId: string, timeZone: string): Promise<void> {
  const reached = await tx.query<ReachedGoal[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select lead_id, $2, visitor, occurred_at from reached_goals where lead_id = $1 and goal = $3
    on conflict do nothing ${returnedGoal}`,
    [leadId, 'newsletter-confirmed' satisfies Goal, 'newsletter' satisfies Goal],
  );
  await addGoal(tx, reached, 'newsletter-confirmed', timeZone);
}

/** A goal that a page reported; `id` is the report's. */
export interface GoalReport {
  id: string;
  goal: Goal;
  visitor: Buffer;
  occurredAt: string;
}

/** Stores those that aren't stored yet, adds them to the sessions of their visitors, and returns their ids. */
export async function reachReported(
  tx: EntityManager,
  reports: GoalReport[],
  timeZone: string,
): Promise<string[]> {
  if (reports.length === 0) return [];
  const reached = await tx.query<(ReachedGoal & { id: string; goal: Goal })[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select * from unnest($1::uuid[], $2::text[], $3::bytea[], $4::timestamptz[]) as g (id, goal, visitor, occurred_at)
    order by id
    on conflict do nothing ${returnedGoal}, lead_id as id, goal`,
    [
      reports.map(({ id }) => id),
      reports.map(({ goal }) => goal),
      reports.map(({ visitor }) => visitor),
      reports.map(({ occurredAt }) => occurredAt),
    ],
  );
  const extras = reached.map(({ visitor, occurredAt, goal }) => ({
    visitor,
    occurredAt,
    seconds: 0,
    goals: [goal],
  }));
  await addExtras(tx, extras, timeZone);
  return reached.map(({ id }) => id);
}

/**
 * The session that brought the newest lead of an address whose visitor is certain also brought this booking, on whatever day
 * and device that's made. Call it last in the transaction that stores the booking.
 */
export async function reachByBooking(
  tx: EntityManager,
  { email, phone, occurredAt }: { email?: string; phone?: string; occurredAt: string },
  timeZone: string,
): Promise<void> {
  const reached = await tx.query<ReachedGoal[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select lead_id, $2, visitor, reached_goals.occurred_at
    from leads join reached_goals on lead_id = leads.id and goal = leads.kind
    where ${email === undefined ? ofPhone : 'email_key = $1::text'} and received_at < $3::timestamptz + ${bookedBefore}
    order by received_at desc limit 1
    on conflict do nothing ${returnedGoal}`,
    [email === undefined ? phone : emailKey(email), 'booked' satisfies Goal, occurredAt],
  );
  await addGoal(tx, reached, 'booked', timeZone);
}

/** A form that's sent within a day of a booking is taken for part of the same visit. */
const bookedBefore = `interval '24 hours'`;

const isPhone = `(phone is not null and ${phoneOf('phone')} = ${phoneOf('$5::text')})`;

/** The same for a lead that came in after its booking, unless that counts for another lead already. */
export async function reachByEarlierBooking(
  tx: EntityManager,
  {
    id,
    email = '',
    phone = '',
    receivedAt,
  }: { id: string; email?: string; phone?: string; receivedAt: string },
  timeZone: string,
): Promise<void> {
  const reached = await tx.query<ReachedGoal[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select lead_id, $3, visitor, occurred_at from reached_goals where lead_id = $1
      and exists (select from booking_events where (email_key = $2::text or ${isPhone}) and status in ('booked', 'moved')
        and occurred_at between $4::timestamptz - ${bookedBefore} and $4)
      and not exists (select from leads join reached_goals as earlier on earlier.lead_id = leads.id and earlier.goal = $3
        where email_key = $2::text or ${isPhone})
    on conflict do nothing ${returnedGoal}`,
    [id, emailKey(email), 'booked' satisfies Goal, receivedAt, phone],
  );
  await addGoal(tx, reached, 'booked', timeZone);
}

function addGoal(tx: EntityManager, reached: ReachedGoal[], goal: Goal, timeZone: string): Promise<void> {
  return addExtras(
    tx,
    reached.map((one) => ({ ...one, seconds: 0, goals: [goal] })),
    timeZone,
  );
}
