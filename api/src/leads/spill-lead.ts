import { type AcceptLead, queueNames, signupJobNames } from '@voordeur/contracts/jobs';
import { digestLead, type LeadClaims, spillJob } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';
import { ApiError } from '../platform/api-error.js';

type ClaimedLead = AcceptLead & { claims: LeadClaims };

/**
 * Stores a lead in Postgres while Redis is unavailable and returns the id it is stored under. Throws
 * `idempotency-conflict` if a lead with the same key and another body is stored or spilled already.
 */
export async function spillLead(db: DataSource, lead: ClaimedLead): Promise<string> {
  const { key } = lead.claims;
  // A single statement if possible: the visitor is waiting, and there's about a second left.
  if (key === undefined) return spill(db.manager, lead);
  return db.transaction(async (tx) => {
    // Simultaneous leads with the same key wait for each other here, so the second sees the first.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [key]);
    return spill(tx, { ...lead, id: (await findByKey(tx, lead)) ?? lead.id });
  });
}

async function spill(db: EntityManager, lead: ClaimedLead): Promise<string> {
  const { id, kind } = lead;
  await spillJob(db, { id, queue: queueNames.signups, name: signupJobNames[kind], payload: lead });
  return id;
}

/**
 * The id of the first lead with this key in the last 24 hours, stored or spilled. Throws `idempotency-conflict` if it came
 * with another body.
 */
export async function findByKey(db: EntityManager, lead: ClaimedLead): Promise<string | undefined> {
  const { idempotency, body } = digestLead(lead);
  const { claims } = lead;
  const [seen] = await db.query<{ id: string; hasSameBody: boolean }[]>(
    `select id, body_digest = $2 as "hasSameBody" from leads
      where idempotency_digest = $1 and received_at > now() - interval '24 hours' and body_digest is not null
    union all
    select id, payload->'claims'->>'body' = $4 from outbox where kind = 'job' and payload->'claims'->>'key' = $3
    order by id limit 1`,
    [idempotency, body, claims.key, claims.body],
  );
  if (seen && !seen.hasSameBody) throw new ApiError('idempotency-conflict');
  return seen?.id;
}
