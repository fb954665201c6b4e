import type { AcceptLead } from '@voordeur/contracts/jobs';
import { type LeadDigests } from '@voordeur/server';
import type { EntityManager } from 'typeorm';

/**
 * Locks the digests that leads are compared by until this transaction ends, so of two equal ones the second sees the
 * first.
 */
export async function lockDigests(tx: EntityManager, digests: LeadDigests[]): Promise<void> {
  const keys = digests.flatMap(({ content, idempotency }) =>
    [content, idempotency].flatMap((digest) => digest?.toString('hex') ?? []),
  );
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select distinct unnest($1::text[]) as key order by 1) as keys`,
    [keys],
  );
}

/**
 * Whether this lead is already stored under another id: the same key and body on the same path within 24 hours, or the
 * same kind, address and text within ten minutes. The api gives equal leads one id; this is for when it couldn't
 * (docs/leads.md). Call it under `lockDigests`.
 */
export async function isRepeated(
  tx: EntityManager,
  lead: AcceptLead,
  { content, idempotency, body }: LeadDigests,
): Promise<boolean> {
  const rows: unknown[] = await tx.query(
    `select 1 from leads where id <> $1 and (
      (content_digest = $2 and received_at between $5::timestamptz - interval '10 minutes'
        and $5::timestamptz + interval '10 minutes')
      or (idempotency_digest = $3 and body_digest = $4 and received_at between
        $5::timestamptz - interval '24 hours' and $5::timestamptz + interval '24 hours'))
    limit 1`,
    [lead.id, content, idempotency, body, lead.receivedAt],
  );
  return rows.length > 0;
}
