import { createHash } from 'node:crypto';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';

/** What a lead and its repetition have in common. */
export interface LeadDigests {
  content: Buffer;
  idempotency: Buffer | null;
}

export function digestLead(lead: AcceptLead): LeadDigests {
  const { kind, email = '', phone = '', idea = '', idempotencyKey } = lead;
  return {
    content: digest([kind, email.toLowerCase(), phone, idea]),
    idempotency: idempotencyKey === undefined ? null : digest([pathOf(kind), idempotencyKey]),
  };
}

/**
 * The id of the lead that this one repeats: the same key on the same path within 24 hours, or the same kind,
 * address and text within ten minutes. Holds the digests' locks until the transaction ends, so that of two that
 * come at once the second sees the first.
 */
export async function findRepeated(
  tx: EntityManager,
  lead: AcceptLead,
  { content, idempotency }: LeadDigests,
): Promise<string | null> {
  const locks = [content, idempotency].flatMap((known) => (known ? [known.toString('hex')] : []));
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select unnest($1::text[]) as key order by 1) as keys`,
    [locks],
  );
  const rows: { id: string }[] = await tx.query(
    `select id from leads where id <> $1 and (
      (content_digest = $2 and received_at between $4::timestamptz - interval '10 minutes'
        and $4::timestamptz + interval '10 minutes')
      or (idempotency_digest = $3 and received_at between $4::timestamptz - interval '24 hours'
        and $4::timestamptz + interval '24 hours'))
    order by received_at limit 1`,
    [lead.id, content, idempotency, lead.receivedAt],
  );
  return rows[0]?.id ?? null;
}

/** Setups and questions come in on one path. */
function pathOf(kind: AcceptLead['kind']): string {
  return kind === 'question' ? 'setups' : kind;
}

function digest(parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
