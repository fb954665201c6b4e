import { createHash } from 'node:crypto';
import { outboxChannel, replyServer } from '@voordeur/contracts/db';
import {
  cleanEmail,
  type LeadOfPage,
  type LeadReply,
  plainAddress,
  type ReplyBody,
} from '@voordeur/contracts/http';
import { asUuid } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../platform/api-error.js';

/**
 * Stores a reply and plans its mail, in one statement. The same words to the same lead are one reply however often they
 * are posted; if its mail has failed, it's tried again under its old Message-ID. Throws `not-found`.
 */
export async function planReply(
  db: DataSource,
  leadId: string,
  { subject, text }: ReplyBody,
): Promise<string> {
  const words = [subject.trim(), text.replaceAll('\r\n', '\n').trimEnd()];
  const id = asUuid(
    createHash('sha256')
      .update(JSON.stringify([leadId, ...words]))
      .digest(),
  );
  const found: unknown[] = await db.query(
    `with lead as (select id from leads where id = $2 for key share),
    reply as (
      insert into lead_replies (id, lead_id, subject, text) select $1, id, $3, $4 from lead on conflict do nothing),
    planned as (
      insert into outbox (id, kind, destination, type, event_id, payload, lead_id, occurred_at, due_at)
      select $5, 'mail', '${replyServer}', 'reply', $1, '{}', id, now(), now() from lead
      on conflict (destination, type, event_id) do update
        set state = 'waiting', failures = 0, due_at = now(), leased_until = null
        where outbox.state in ('failed', 'dropped')
      returning id),
    woken as (select pg_notify('${outboxChannel}', '') from planned)
    select lead.id from lead left join woken on true`,
    [id, leadId, ...words, uuidv7()],
  );
  if (found.length === 0) throw new ApiError('not-found');
  return id;
}

/** The replies to a lead, oldest first. A reply whose mail is no longer in the outbox is old. */
export async function readReplies(db: DataSource, leadId: string): Promise<LeadReply[]> {
  const rows = await db.query<ReplyRow[]>(
    `select reply.id, subject, text, reply.created_at as "createdAt", reply.sent_at as "sentAt", last_error as error,
      case when reply.sent_at is not null then 'sent' when state = 'waiting' then 'sending' else 'failed' end as state
    from lead_replies as reply left join outbox on destination = '${replyServer}' and type = 'reply' and event_id = reply.id
    where reply.lead_id = $1 order by reply.created_at, reply.id`,
    [leadId],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }));
}

type ReplyRow = Omit<LeadReply, 'createdAt' | 'sentAt'> & { createdAt: Date; sentAt: Date | null };

/** Whether a lead can be answered by a mail of ours: to one plain address, and not while it may be a program's. */
export function canReply({ email, verdict }: LeadOfPage, { sendsMail }: { sendsMail: boolean }): boolean {
  return sendsMail && verdict !== 'quarantined' && email !== null && plainAddress.test(cleanEmail(email));
}
