import { Lead } from '@voordeur/contracts/db';
import type { ChangeLeadBody } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { ApiError, invalidField } from '../platform/api-error.js';

/**
 * Stores the owner's status and note. The first `answered` stops the clock; going back to `new` restarts it from
 * `receivedAt`. With `ifMatch` (the lead's ETag when it was opened) it throws `lead-conflict` if the lead was changed in
 * between; without it the last change wins. Throws `not-found`, and `invalid-body` if nothing is to be changed.
 */
export async function changeLead(
  db: DataSource,
  id: string,
  { status, note }: ChangeLeadBody,
  ifMatch: string | undefined,
): Promise<void> {
  if (status === undefined && note === undefined) throw invalidField('status', 'or a note must be given');
  // `*` matches any revision (RFC 9110, 13.1.1).
  const revision = ifMatch === '*' ? undefined : ifMatch;
  const [rows] = await db.query<[{ id: string }[], number]>(
    `update leads set
      status = coalesce($2, status),
      answered_at = case $2 when 'answered' then coalesce(answered_at, now()) when 'new' then null
        else answered_at end,
      note = case when $3 then $4 else note end,
      noted_at = case when $3 and $4 is distinct from note then now() else noted_at end,
      revision = revision + 1
    where id = $1 and ($5::text is null or $5 = '"' || revision || '"') returning id`,
    [id, status ?? null, note !== undefined, note ?? null, revision ?? null],
  );
  if (rows.length > 0) return;
  const isKnown = await db.getRepository(Lead).existsBy({ id });
  throw new ApiError(isKnown ? 'lead-conflict' : 'not-found');
}
