import { acceptLeadSchema, queueNames, type AcceptLead } from '@voordeur/contracts/jobs';
import { digestLead, type LeadDigests } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';
import { compileSchema } from '../platform/compile-schema.js';
import { isRefusedData } from '../platform/refused-by-postgres.js';
import { idOfUnreadable, setAside } from '../intake/rejected-events.js';
import type { DaySalts } from '../intake/day-salts.js';
import { findFirstVisit, type FirstVisit } from './find-first-visit.js';
import { isRepeated } from './find-repeated.js';
import { judgeLead } from './judge-lead.js';

export interface AcceptLeadContext {
  db: DataSource;
  salts: DaySalts;
  timeZone: string;
  /** Plans all that follows from a lead that nobody doubts, in the transaction that stores it. */
  followUp: (tx: EntityManager, lead: AcceptLead) => Promise<void>;
}

export type AcceptedLead = 'stored' | 'quarantined' | 'repeated' | 'known' | 'rejected';

const isLead = compileSchema<AcceptLead>(acceptLeadSchema);

/**
 * Makes a row of a lead and plans what follows, once however often it runs; a repeated post makes none. One that
 * can never become a row is set aside. Throws when a service is away: try again.
 */
export async function acceptLead(
  jobId: string,
  data: unknown,
  context: AcceptLeadContext,
): Promise<AcceptedLead> {
  const { db } = context;
  if (!isLead(data)) {
    const rejected = { id: idOfUnreadable(jobId, 0), event: data, reason: 'not a lead' };
    await setAside(db.manager, queueNames.signups, [rejected]);
    return 'rejected';
  }
  const firstVisit = await findFirstVisit(db.manager, data, context);
  try {
    return await db.transaction((tx) => storeLead(tx, data, firstVisit, context));
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    const rejected = { id: data.id, event: data, reason: 'refused by Postgres' };
    await setAside(db.manager, queueNames.signups, [rejected]);
    return 'rejected';
  }
}

async function storeLead(
  tx: EntityManager,
  lead: AcceptLead,
  firstVisit: FirstVisit,
  { followUp }: AcceptLeadContext,
): Promise<AcceptedLead> {
  const digests = digestLead(lead);
  if (await isRepeated(tx, lead, digests)) return 'repeated';
  const { verdict, reasons } = judgeLead(lead);
  const isNew = await insertLead(tx, lead, { digests, firstVisit, verdict, reasons });
  if (!isNew) return 'known';
  if (verdict === 'quarantined') return 'quarantined';
  await followUp(tx, lead);
  return 'stored';
}

async function insertLead(
  tx: EntityManager,
  lead: AcceptLead,
  known: { digests: LeadDigests; firstVisit: FirstVisit; verdict: string; reasons: string[] },
): Promise<boolean> {
  const { digests, firstVisit, verdict, reasons } = known;
  const columns: Record<string, unknown> = {
    id: lead.id,
    kind: lead.kind,
    email: lead.email ?? null,
    phone: lead.phone ?? null,
    idea: lead.idea ?? null,
    language: lead.language ?? null,
    video_id: lead.videoId ?? null,
    watched_seconds: lead.watchTime ?? null,
    client_timestamp: lead.timestamp,
    received_at: lead.receivedAt,
    content_digest: digests.content,
    idempotency_digest: digests.idempotency,
    body_digest: digests.body,
    verdict,
    verdict_reasons: reasons,
    visit_match: firstVisit.match,
    first_page: firstVisit.firstPage,
    referrer: firstVisit.referrer,
    utm_source: firstVisit.utmSource,
    utm_medium: firstVisit.utmMedium,
    utm_campaign: firstVisit.utmCampaign,
  };
  const names = Object.keys(columns);
  const rows: unknown[] = await tx.query(
    `insert into leads (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})
    on conflict (id) do nothing returning id`,
    Object.values(columns),
  );
  return rows.length > 0;
}
