import { createHash } from 'node:crypto';
import { replyServer } from '@voordeur/contracts/db';
import {
  cleanEmail,
  type LeadOfPage,
  type LeadReply,
  plainAddress,
  type ReplyBody,
} from '@voordeur/contracts/http';
import { asUuid, planEffect } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { restartFailed } from '../deliveries/replay.js';
import { ApiError } from '../platform/api-error.js';

/**
 * Stores a reply and plans its mail, in one transaction. The same words to the same lead are one reply however often they
 * are posted; if its mail has failed, it's tried again under its old Message-ID. Throws `not-found`.
 */
export async function planReply(
  db: DataSource,
  leadId: string,
  { subject, text }: ReplyBody,
): Promise<string> {
  const words = [subject.trim(), text.replaceAll('\r\n', '\n').trimEnd()];
  const digest = createHash('sha256').update(JSON.stringify([leadId, ...words]));
  const id = asUuid(digest.digest());
  const mail = { destination: replyServer, type: 'reply', eventId: id } as const;
  await db.transaction(async (tx) => {
    // The lead can't be erased until this commits.
    const found: unknown[] = await tx.query('select from leads where id = $1 for key share', [leadId]);
    if (found.length === 0) throw new ApiError('not-found');
    await tx.query(
      `insert into lead_replies (id, lead_id, subject, text) values ($1, $2, $3, $4) on conflict do nothing`,
      [id, leadId, ...words],
    );
    await restartFailed(tx, mail);
    await planEffect(tx, { kind: 'mail', ...mail, leadId, payload: {} });
  });
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
