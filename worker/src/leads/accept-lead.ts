import { Lead } from '@voordeur/contracts/db';
import { acceptLeadSchema, queueNames, type AcceptLead } from '@voordeur/contracts/jobs';
import { digestLead, traceInsert } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { hashVisitor } from '../intake/anonymize.js';
import type { Intake } from '../intake/intake.js';
import { payloadReader, setAside } from '../intake/rejected-events.js';
import { readShownSentence } from '../newsletter/consents.js';
import { lockAddress } from '../newsletter/suppressions.js';
import { isRefusedData } from '../platform/refused-by-postgres.js';
import { reachByEarlierBooking, reachGoal } from '../sessions/extras.js';
import { findFirstVisit } from './find-first-visit.js';
import { isRepeated } from './find-repeated.js';
import { judgeLead } from './judge-lead.js';

export interface AcceptLeadContext extends Pick<Intake, 'db' | 'salts' | 'timeZone'> {
  /** Plans everything that follows from a lead that isn't doubtful, in the transaction that stores or releases it. */
  followUp: (tx: EntityManager, lead: AcceptLead, releasedAt?: string) => Promise<unknown>;
}

export type AcceptedLead = 'stored' | 'quarantined' | 'repeated' | 'known' | 'rejected';

const readLead = payloadReader<AcceptLead>(queueNames.signups, acceptLeadSchema, 'not a lead');

/**
 * Stores a lead and plans what follows, once however often it runs; a repeated post isn't stored. A lead that can
 * never become a row is set aside. Throws if a service is away: try again.
 */
export async function acceptLead(
  jobId: string,
  data: unknown,
  context: AcceptLeadContext,
): Promise<AcceptedLead> {
  const { db } = context;
  const lead = await readLead(db.manager, jobId, data);
  if (!lead) return 'rejected';
  const receivedMs = Date.parse(lead.receivedAt);
  const salt = (await context.salts.prepare([receivedMs]))(receivedMs);
  try {
    return await db.transaction((tx) => storeLead(tx, lead, salt, context));
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    const rejected = { id: lead.id, event: data, reason: 'refused by Postgres' };
    await setAside(db.manager, queueNames.signups, [rejected]);
    return 'rejected';
  }
}

async function storeLead(
  tx: EntityManager,
  lead: AcceptLead,
  salt: Buffer,
  { followUp, timeZone }: AcceptLeadContext,
): Promise<AcceptedLead> {
  const digests = digestLead(lead);
  if (await isRepeated(tx, lead, digests)) return 'repeated';
  const { verdict, reasons } = judgeLead(lead);
  const firstVisit = await findFirstVisit(tx, lead, { salt, timeZone });
  const inserting = tx
    .createQueryBuilder()
    .insert()
    .into(Lead)
    .values({
      id: lead.id,
      kind: lead.kind,
      signupKind: lead.signupKind ?? null,
      email: lead.email ?? null,
      phone: lead.phone ?? null,
      idea: lead.idea ?? null,
      language: lead.language ?? null,
      consent: await readShownSentence(tx, lead),
      videoId: lead.videoId ?? null,
      watchedSeconds: lead.watchTime ?? null,
      clientTimestamp: lead.timestamp,
      receivedAt: lead.receivedAt,
      contentDigest: digests.content,
      idempotencyDigest: digests.idempotency,
      bodyDigest: digests.body,
      verdict,
      verdictReasons: reasons,
      ...firstVisit,
    })
    .orIgnore()
    .returning('id');
  const inserted = await traceInsert('leads', () => inserting.execute());
  if ((inserted.raw as unknown[]).length === 0) return 'known';
  if (verdict === 'quarantined') return 'quarantined';
  await followUp(tx, lead);
  if (firstVisit.visitMatch === 'certain') {
    const visitor = hashVisitor(lead, salt);
    // Before the sessions' lock, as a booking of this address takes them.
    await lockAddress(tx, lead.email ?? lead.phone ?? '');
    await reachGoal(tx, { leadId: lead.id, goal: lead.kind, visitor, occurredAt: lead.receivedAt }, timeZone);
    await reachByEarlierBooking(tx, lead, timeZone);
  }
  return 'stored';
}
