import { mailServer, pushServices } from '@voordeur/contracts/db';
import type { LeadKind } from '@voordeur/contracts/http';
import { firstIdAt, planEffect, type PlannedEffect } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { readPushSettings } from '../push/push-settings.js';
import { quietHoursAt } from '../push/quiet-hours.js';

interface PlannedLead {
  id: string;
  receivedAt: string;
}

const channels = {
  mail: { kind: 'mail', destination: mailServer },
  push: { kind: 'push', destination: pushServices },
} as const;
type Channel = (typeof channels)[keyof typeof channels];

/** Plans a mail about a lead in the transaction that stores the lead: one of each type, however often it's planned. */
export async function planLeadMail(
  tx: EntityManager,
  type: 'confirm' | 'lead-notice',
  lead: PlannedLead,
): Promise<void> {
  await planLeadEffect(tx, { ...channels.mail, type }, lead);
}

async function planLeadEffect(
  tx: EntityManager,
  effect: Pick<PlannedEffect, 'kind' | 'destination' | 'type' | 'delaySeconds'>,
  { id, receivedAt }: PlannedLead,
): Promise<void> {
  // Its address and text are read when it's sent.
  await planEffect(tx, { ...effect, eventId: id, leadId: id, occurredAt: receivedAt, payload: {} });
}

/** In any ten minutes; the other leads share one notice, ten minutes after the first of them. */
const mostNotices = 9;
const noticesWithinMs = 10 * 60_000;

interface NoticeOptions {
  by?: keyof typeof channels;
  /** Nothing is sent in this time: notices wait for its end, and count together towards the most at a time. */
  held?: { sinceMs: number; untilMs: number } | undefined;
}

/**
 * Plans how the owner hears of these leads, in the transaction that stores or releases them: by a notice each, or by
 * one that says how many more there were. Call it last and once for each lead and channel; it locks all other notices
 * out until the commit.
 */
export async function planNotices(
  tx: EntityManager,
  leads: PlannedLead[],
  { by = 'mail', held }: NoticeOptions = {},
): Promise<void> {
  const channel = channels[by];
  const now = Date.now();
  const heldMs = held ? Math.max(0, held.untilMs - now) : 0;
  await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/lead-notices'))`);
  // A statement of its own, so that it sees rows planned before the lock was free.
  const [planned] = await tx.query<{ notices: number; summaries: number }[]>(
    `select count(*) filter (where type = 'lead-notice')::int as notices,
      count(*) filter (where type = 'lead-summary')::int as summaries
    from outbox where destination = $1 and id >= $2`,
    [channel.destination, firstIdAt(Math.min(now - noticesWithinMs, held?.sinceMs ?? now))],
  );
  const { notices = 0, summaries = 0 } = planned ?? {};
  // Until the summary is sent it gets all leads, so there's one of them and not one a minute.
  const free = summaries > 0 ? 0 : Math.max(0, mostNotices - notices);
  const notice = { ...channel, type: 'lead-notice', delaySeconds: heldMs / 1_000 };
  for (const lead of leads.slice(0, free)) await planLeadEffect(tx, notice, lead);
  const more = leads.length - free;
  if (more > 0) await addToSummary(tx, channel, more, Math.max(noticesWithinMs, heldMs));
}

/**
 * Plans what the owner's devices show of these leads, in the transaction that stores or releases them; nothing without a
 * device. Once for each lead, and last: it locks all other notices out until the commit.
 */
export async function planPushes(
  tx: EntityManager,
  leads: { id: string; kind: LeadKind; receivedAt: string }[],
  timeZone: string,
): Promise<void> {
  const settings = await readPushSettings(tx);
  const wanted = leads.filter(({ kind }) => settings?.kinds.includes(kind));
  if (!settings || wanted.length === 0) return;
  const held = quietHoursAt(Date.now(), settings, timeZone) ?? undefined;
  await planNotices(tx, wanted, { by: 'push', held });
}

/** Adds `leads` to the count of the notice that waits; one that a worker has begun to send keeps its number. */
async function addToSummary(
  tx: EntityManager,
  channel: Channel,
  leads: number,
  delayMs: number,
): Promise<void> {
  const [, added] = await tx.query<[unknown, number]>(
    `update outbox set payload = jsonb_build_object('leads', (payload->>'leads')::int + $2)
    where destination = $1 and type = 'lead-summary' and state = 'waiting' and attempts = 0`,
    [channel.destination, leads],
  );
  if (added > 0) return;
  await planEffect(tx, {
    ...channel,
    type: 'lead-summary',
    eventId: uuidv7(),
    occurredAt: new Date().toISOString(),
    payload: { leads },
    delaySeconds: delayMs / 1_000,
  });
}
