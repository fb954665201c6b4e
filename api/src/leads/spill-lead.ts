import { type AcceptLead, digestLead, queueNames, signupJobNames } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { ApiError } from '../platform/api-error.js';

/**
 * Stores a lead in Postgres while Redis is unavailable and returns the id it is stored under. Throws
 * `idempotency-conflict` if a lead with the same key and another body is stored or spilled already.
 */
export async function spillLead(db: DataSource, lead: AcceptLead): Promise<string> {
  const { idempotency, body } = digestLead(lead);
  // A single statement if possible: the visitor is waiting, and there's about a second left.
  if (!idempotency) return insert(db.manager, lead, null);
  return db.transaction(async (tx) => {
    const seen = await findKey(tx, idempotency);
    if (seen && !seen.body.equals(body)) throw new ApiError('idempotency-conflict');
    return insert(tx, { ...lead, id: seen?.id ?? lead.id }, { idempotency, body });
  });
}

async function insert(
  db: EntityManager,
  lead: AcceptLead,
  key: { idempotency: Buffer; body: Buffer } | null,
): Promise<string> {
  await db.query(
    `insert into spilled_jobs (id, queue, name, payload, idempotency_digest, body_digest)
    values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
    [
      lead.id,
      queueNames.signups,
      signupJobNames[lead.kind],
      JSON.stringify(lead),
      key?.idempotency ?? null,
      key?.body ?? null,
    ],
  );
  return lead.id;
}

/** The first lead with this key in the last 24 hours. Locks the key, so that of two simultaneous leads one sees the other. */
async function findKey(
  tx: EntityManager,
  idempotency: Buffer,
): Promise<{ id: string; body: Buffer } | undefined> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [idempotency.toString('hex')]);
  const [seen] = await tx.query<{ id: string; body: Buffer }[]>(
    `select id, body_digest as body from leads
      where idempotency_digest = $1 and received_at > now() - interval '24 hours' and body_digest is not null
    union all
    select id, body_digest from spilled_jobs where idempotency_digest = $1
    order by id limit 1`,
    [idempotency],
  );
  return seen;
}
