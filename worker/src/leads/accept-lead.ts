import { Lead } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import { type LeadKind, storedFields } from '@voordeur/contracts/http';
import { acceptLeadSchema, queueNames, type AcceptLead } from '@voordeur/contracts/jobs';
import { type DigestedLead, digestLead, findRepeated, groupUnequal, lockDigests } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { hashVisitor } from '../intake/anonymize.js';
import { holdErasures } from '../intake/erased-visitors.js';
import type { Intake } from '../intake/intake.js';
import { payloadReader, setAside } from '../intake/rejected-events.js';
import { readShownSentence } from './consents.js';
import { lockAddresses } from './suppressions.js';
import { isRefusedData } from '../platform/refused-by-postgres.js';
import { reachByEarlierBooking, reachGoal } from '../intake/reach-goals.js';
import { findFirstVisits, type SaltedLead } from './find-first-visit.js';
import { judgeLead } from './judge-lead.js';

export interface AcceptLeadContext extends Pick<Intake, 'db' | 'salts' | 'timeZone'> {
  /** Plans everything that follows from leads that aren't doubtful, in the transaction that stores or releases them. */
  followUp: (tx: EntityManager, leads: AcceptLead[], releasedAt?: string) => Promise<unknown>;
}

export type AcceptedLead = 'stored' | 'quarantined' | 'repeated' | 'known' | 'rejected';

const readLead = payloadReader<AcceptLead>(queueNames.signups, acceptLeadSchema, 'not a lead');

/** As `acceptLeads`; a lead that Postgres refuses is set aside. */
export async function acceptLead(
  jobId: string,
  data: unknown,
  context: AcceptLeadContext,
): Promise<AcceptedLead> {
  const [accepted = 'rejected'] = await acceptLeads([{ id: jobId, data }], context);
  return accepted;
}

/**
 * Stores the leads of these jobs and plans their effects, all in one transaction, since each commit waits for the disk.
 * Each lead is stored once however often its job runs; a repeated post isn't stored. Invalid jobs are set aside, as is
 * a lead that Postgres refuses if it's alone: with others all of them fail. Throws if a service is away: try again.
 */
export async function acceptLeads(
  jobs: { id: string; data: unknown }[],
  context: AcceptLeadContext,
): Promise<AcceptedLead[]> {
  const { db } = context;
  const read = await Promise.all(jobs.map(({ id, data }) => readLead(db.manager, id, data)));
  const given = read.filter((lead) => lead !== null);
  const times = given.map(({ receivedAt }) => Date.parse(receivedAt));
  const saltOf = await context.salts.prepare(times);
  const leads = given.map((lead, index) => ({
    lead,
    digests: digestLead(lead),
    salt: saltOf(times[index] ?? 0),
  }));
  try {
    const stored = leads.length > 0 ? await db.transaction((tx) => storeLeads(tx, leads, context)) : [];
    return read.map((lead) => (lead && stored.shift()) ?? 'rejected');
  } catch (error) {
    const [alone, ...others] = given;
    if (!alone || others.length > 0 || !isRefusedData(error)) throw error;
    const rejected = { id: alone.id, event: alone, reason: 'refused by Postgres' };
    await setAside(db.manager, queueNames.signups, [rejected]);
    return read.map(() => 'rejected');
  }
}

type LeadToStore = DigestedLead & SaltedLead;

async function storeLeads(
  tx: EntityManager,
  leads: LeadToStore[],
  { followUp, timeZone }: AcceptLeadContext,
): Promise<AcceptedLead[]> {
  // All locks first, so that two transactions don't wait for each other; a booking takes the last two in this order.
  await lockDigests(
    tx,
    leads.map(({ digests }) => digests),
  );
  await holdErasures(tx);
  await lockAddresses(
    tx,
    leads.flatMap(({ lead }) => (lead.email === undefined ? (lead.phone ?? []) : emailKey(lead.email))),
  );
  const results = new Map<LeadToStore, AcceptedLead>(leads.map((one) => [one, 'repeated']));
  for (const group of groupUnequal(leads)) {
    const repeated = await findRepeated(tx, group);
    const news = group.filter(({ lead }) => !repeated.has(lead.id));
    if (news.length === 0) continue;
    for (const [one, result] of await storeUnequal(tx, news, timeZone)) results.set(one, result);
  }
  const accepted = leads.filter((one) => results.get(one) === 'stored').map(({ lead }) => lead);
  if (accepted.length > 0) await followUp(tx, accepted);
  return [...results.values()];
}

/** By statements for all of them: a flood of leads would otherwise wait for several answers of Postgres each. */
async function storeUnequal(
  tx: EntityManager,
  leads: LeadToStore[],
  timeZone: string,
): Promise<Map<LeadToStore, AcceptedLead>> {
  const firstVisits = await findFirstVisits(tx, leads, timeZone);
  const rows = [];
  for (const [index, { lead, digests }] of leads.entries()) {
    const { verdict, reasons } = judgeLead(lead);
    rows.push({
      id: lead.id,
      kind: kindOfLead(lead),
      signupKind: lead.signupKind ?? null,
      ...storedFields(lead),
      emailKey: lead.email === undefined ? null : emailKey(lead.email),
      consent: await readShownSentence(tx, lead),
      clientTimestamp: lead.timestamp,
      receivedAt: lead.receivedAt,
      contentDigest: digests.content,
      idempotencyDigest: digests.idempotency,
      bodyDigest: digests.body,
      verdict,
      verdictReasons: reasons,
      ...firstVisits[index],
    });
  }
  const inserting = tx.createQueryBuilder().insert().into(Lead).values(rows).orIgnore().returning('id');
  const inserted = (await inserting.execute()).raw as { id: string }[];
  const isNew = new Set(inserted.map(({ id }) => id));

  const results = new Map<LeadToStore, AcceptedLead>();
  for (const [index, one] of leads.entries()) {
    const { lead, salt } = one;
    const verdict = rows[index]?.verdict === 'quarantined' ? 'quarantined' : 'stored';
    const result = isNew.has(lead.id) ? verdict : 'known';
    results.set(one, result);
    if (result !== 'stored' || firstVisits[index]?.visitMatch !== 'certain') continue;
    const visitor = hashVisitor(lead, salt);
    const reached = { leadId: lead.id, goal: kindOfLead(lead), visitor, occurredAt: lead.receivedAt };
    await reachGoal(tx, reached, timeZone);
    await reachByEarlierBooking(tx, lead, timeZone);
  }
  return results;
}

/** The kind that a lead is stored under: a proposed or a booked time travels as a question. */
export function kindOfLead({ kind, isProposal, isBooking }: AcceptLead): LeadKind {
  return isProposal ? 'proposal' : isBooking ? 'booking' : kind;
}

/** How a lead's job says its kind. */
export function kindInJob(kind: LeadKind): Pick<AcceptLead, 'kind' | 'isProposal' | 'isBooking'> {
  if (kind === 'proposal') return { kind: 'question', isProposal: true };
  return kind === 'booking' ? { kind: 'question', isBooking: true } : { kind };
}
