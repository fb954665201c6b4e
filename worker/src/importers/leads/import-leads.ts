import { randomUUID } from 'node:crypto';
import { Lead } from '@voordeur/contracts/db';
import { defaultLanguage, wireLanguageOf } from '@voordeur/contracts/http';
import { emailKey } from '@voordeur/contracts/email';
import type { DataSource, EntityManager } from 'typeorm';
import { judgeLead } from '../../leads/judge-lead.js';
import { noteConsent } from '../../leads/consents.js';
import { lockAddress } from '../../leads/suppressions.js';
import type { PastLead } from './read-leads.js';

export interface LeadsImport {
  /** Leads that weren't here yet. */
  stored: number;
  /** Addresses that are on the newsletter's list now and weren't before. */
  subscribed: number;
}

/** A transaction holds a lock for each address on the newsletter's list. */
const batchSize = 200;

/**
 * Stores leads of the past; existing ones stay unchanged. They cause no webhook and no mail. People who agreed to the
 * newsletter get on its list, but an address that is known there, or has unsubscribed, stays unchanged. If this throws
 * or its process dies, running it again adds the rest.
 */
export async function importLeads(db: DataSource, leads: PastLead[]): Promise<LeadsImport> {
  const sum = { stored: 0, subscribed: 0 };
  for (let start = 0; start < leads.length; start += batchSize) {
    const batch = leads.slice(start, start + batchSize);
    await db.transaction(async (tx) => {
      sum.stored += await storeLeads(tx, batch);
      sum.subscribed += await subscribeAll(tx, batch);
    });
  }
  return sum;
}

async function storeLeads(tx: EntityManager, batch: PastLead[]): Promise<number> {
  const inserted = await tx
    .createQueryBuilder()
    .insert()
    .into(Lead)
    .values(
      batch.map(({ lead }) => ({
        ...lead,
        emailKey: lead.email === null ? null : emailKey(lead.email),
        verdictReasons: judgeLead({ ...(lead.email !== null && { email: lead.email }) }).reasons,
      })),
    )
    .orIgnore()
    .returning('id')
    .execute();
  return (inserted.raw as unknown[]).length;
}

async function subscribeAll(tx: EntityManager, batch: PastLead[]): Promise<number> {
  let subscribed = 0;
  // In one order, so that two imports don't wait for each other.
  const agreed = batch
    .flatMap(({ lead, consentAt }) =>
      lead.email !== null && consentAt !== null ? [{ lead, consentAt, key: emailKey(lead.email) }] : [],
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { lead, consentAt, key } of agreed) {
    await lockAddress(tx, key);
    const rows: unknown[] = await tx.query(
      `insert into subscribers (email, id, state, language, lead_id, requested_at, confirmed_at)
      select $1::text, $2, 'confirmed', $3, $4, $5, $5
      where not exists (select from suppressions where email = $1)
      on conflict (email) do nothing returning email`,
      [key, randomUUID(), lead.language ?? wireLanguageOf(defaultLanguage), lead.id, consentAt],
    );
    if (rows.length > 0) await noteConsent(tx, key);
    subscribed += rows.length;
  }
  return subscribed;
}
