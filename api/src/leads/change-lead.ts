import type { ChangeLeadBody } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { ApiError, invalidField } from '../platform/api-error.js';

/**
 * Puts down what the owner did about a lead. The first `answered` stops the clock; going back to `new` starts it
 * anew from `receivedAt`. With `ifMatch` (the ETag of the lead as it was opened) it throws `lead-conflict` when another
 * change came between; without, the last one wins. Throws `not-found`, and `invalid-body` for a change of nothing.
 */
export async function changeLead(
  db: DataSource,
  id: string,
  { status, note }: ChangeLeadBody,
  ifMatch: string | undefined,
): Promise<void> {
  if (status === undefined && note === undefined) throw invalidField('status', 'or a note must be given');
  // `*` is met by whatever there is (RFC 9110, 13.1.1).
  const revision = ifMatch === '*' ? undefined : ifMatch;
  const [rows] = await db.query<[{ id: string }[], number]>(
    `update leads set
      status = coalesce($2, status),
      answered_at = case $2 when 'answered' then coalesce(answered_at, now()) when 'new' then null
        else answered_at end,
      note = case when $3 then $4 else note end,
      revision = revision + 1
    where id = $1 and ($5::text is null or $5 = '"' || revision || '"') returning id`,
    [id, status ?? null, note !== undefined, note ?? null, revision ?? null],
  );
  if (rows.length > 0) return;
  const known: unknown[] = await db.query('select 1 from leads where id = $1', [id]);
  throw new ApiError(known.length > 0 ? 'lead-conflict' : 'not-found');
}
