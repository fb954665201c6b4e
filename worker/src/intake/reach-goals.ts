import { ofPhone, phoneOf } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import type { Goal } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import { noteChangedDays } from '../days/changed-days.js';

interface ReachedGoal {
  occurredAt: Date;
}

const returnedGoal = `returning occurred_at as "occurredAt"`;

/** Notes that a visitor reached a goal by a lead, once, in the transaction that stores the lead. */
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
  await noteReached(tx, reached, timeZone);
}

/** The session that brought a newsletter signup also brought its confirmation, on whatever day and device that's given. */
export async function reachByConfirming(tx: EntityManager, leadId: string, timeZone: string): Promise<void> {
  const reached = await tx.query<ReachedGoal[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select lead_id, $2, visitor, occurred_at from reached_goals where lead_id = $1 and goal = $3
    on conflict do nothing ${returnedGoal}`,
    [leadId, 'newsletter-confirmed' satisfies Goal, 'newsletter' satisfies Goal],
  );
  await noteReached(tx, reached, timeZone);
}

/** A goal that a page reported; `id` is the report's. */
export interface GoalReport {
  id: string;
  goal: Goal;
  visitor: Buffer;
  occurredAt: string;
}

/** Stores those that aren't stored yet, and returns their ids. */
export async function reachReported(
  tx: EntityManager,
  reports: GoalReport[],
  timeZone: string,
): Promise<string[]> {
  if (reports.length === 0) return [];
  const reached = await tx.query<(ReachedGoal & { id: string })[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select * from unnest($1::uuid[], $2::text[], $3::bytea[], $4::timestamptz[]) as g (id, goal, visitor, occurred_at)
    order by id
    on conflict do nothing ${returnedGoal}, lead_id as id`,
    [
      reports.map(({ id }) => id),
      reports.map(({ goal }) => goal),
      reports.map(({ visitor }) => visitor),
      reports.map(({ occurredAt }) => occurredAt),
    ],
  );
  await noteReached(tx, reached, timeZone);
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
  await noteReached(tx, reached, timeZone);
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
  await noteReached(tx, reached, timeZone);
}

function noteReached(tx: EntityManager, reached: ReachedGoal[], timeZone: string): Promise<void> {
  return noteChangedDays(
    tx,
    timeZone,
    reached.map(({ occurredAt }) => occurredAt),
  );
}
