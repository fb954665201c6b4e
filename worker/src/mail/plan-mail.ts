import { mailServer } from '@voordeur/contracts/db';
import { firstIdAt, planEffect } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

interface PlannedLead {
  id: string;
  receivedAt: string;
}

/** Plans a mail about a lead in the transaction that stores the lead: one of each type, however often it's planned. */
export async function planLeadMail(
  tx: EntityManager,
  type: 'confirm' | 'lead-notice',
  { id, receivedAt }: PlannedLead,
): Promise<void> {
  // Its address and text are read when it's sent.
  await planEffect(tx, {
    kind: 'mail',
    destination: mailServer,
    type,
    eventId: id,
    leadId: id,
    occurredAt: receivedAt,
    payload: {},
  });
}

/** In any ten minutes; the other leads share one mail, ten minutes after the first of them. */
const mostNotices = 9;
const noticesWithinMs = 10 * 60_000;

/**
 * Plans how the owner hears of these leads, in the transaction that stores or releases them: by a notice each, or by
 * one mail that says how many more there were. Call it last and once for each lead; it locks all other notices out until
 * the commit.
 */
export async function planNotices(tx: EntityManager, leads: PlannedLead[]): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/lead-notices'))`);
  // A statement of its own, so that it sees rows planned before the lock was free.
  const [planned] = await tx.query<{ notices: number; summaries: number }[]>(
    `select count(*) filter (where type = 'lead-notice')::int as notices,
      count(*) filter (where type = 'lead-summary')::int as summaries
    from outbox where destination = $1 and id >= $2`,
    [mailServer, firstIdAt(Date.now() - noticesWithinMs)],
  );
  const { notices = 0, summaries = 0 } = planned ?? {};
  // Until the summary is sent it gets all leads, so there's one of them and not one a minute.
  const free = summaries > 0 ? 0 : Math.max(0, mostNotices - notices);
  for (const lead of leads.slice(0, free)) await planLeadMail(tx, 'lead-notice', lead);
  const more = leads.length - free;
  if (more > 0) await addToSummary(tx, more);
}

/** Adds `leads` to the count of the mail that waits; one that a worker has begun to send keeps its number. */
async function addToSummary(tx: EntityManager, leads: number): Promise<void> {
  const [, added] = await tx.query<[unknown, number]>(
    `update outbox set payload = jsonb_build_object('leads', (payload->>'leads')::int + $2)
    where destination = $1 and type = 'lead-summary' and state = 'waiting' and attempts = 0`,
    [mailServer, leads],
  );
  if (added > 0) return;
  await planEffect(tx, {
    kind: 'mail',
    destination: mailServer,
    type: 'lead-summary',
    eventId: uuidv7(),
    occurredAt: new Date().toISOString(),
    payload: { leads },
    delaySeconds: noticesWithinMs / 1_000,
  });
}
