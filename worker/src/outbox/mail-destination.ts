import { mailServer, type MailType, replyServer } from '@voordeur/contracts/db';
import type { NodemailerError } from 'nodemailer';
import type { DataSource } from 'typeorm';
import { isMeetingMail } from '../calendar/meeting-mail.js';
import type { LiveMail } from '../mail/live-mail.js';
import { openSmtpOf } from '../mail/smtp.js';
import type { MailSettings } from '../platform/mail-settings.js';
import type { Destination, Outcome } from './destination.js';
import { composeMail, type MailMessage } from './compose-mail.js';

/** Such mail goes to the address of a lead; all other mail goes to the owner. */
const isToLead = (type: MailType) =>
  ['confirm', 'unsubscribed', 'reply'].includes(type) || isMeetingMail(type);

/** After each failed attempt; after the one that follows the last of these, the mail has failed. */
const retryAfterSeconds = [60, 300, 1_800, 7_200, 43_200];

/**
 * The owner's mail server. A mail counts as sent once the server has accepted it; if the worker dies in between, it's
 * sent again with the same Message-ID.
 */
export function mailDestination(
  db: DataSource,
  mail: Pick<LiveMail, 'current'>,
  name: typeof mailServer | typeof replyServer = mailServer,
): Destination {
  return {
    kind: 'mail',
    name,
    secondsToNextAttempt: (failures) => retryAfterSeconds[failures - 1] ?? null,
    isReady: () => mail.current !== undefined,
    send: async (effect) => {
      const type = effect.type as MailType;
      const settings = mail.current;
      if (!settings) return { result: 'retry', error: 'no-mail-server' };
      if (type === 'reply' && (await noteAnswered(db, effect.eventId))) return { result: 'sent' };
      const message = await composeMail(db.manager, effect, settings);
      if ('dropped' in message) return { result: 'dropped', error: message.dropped };
      const { bounced, ...outcome } = await trySend(settings, message);
      // The owner is waiting for the answer, and nobody for the mail.
      if (type === 'test' && outcome.result !== 'sent') return { ...outcome, result: 'dropped' };
      // Before the outcome is recorded: if the worker dies in between, the next attempt drops the mail.
      if (bounced !== undefined && effect.leadId && isToLead(type))
        await noteBounce(db, effect.leadId, bounced);
      // Alone and at once, so that a lead whose row is locked for long can't make the next attempts send it again.
      if (outcome.result === 'sent' && type === 'reply') {
        await db.query(`update lead_replies set sent_at = now() where id = $1`, [effect.eventId]);
        await noteAnswered(db, effect.eventId);
      }
      return outcome;
    },
  };
}

async function trySend(
  settings: MailSettings,
  message: MailMessage,
): Promise<Outcome & { bounced?: string }> {
  try {
    await (await openSmtpOf(settings)).sendMail(message);
    return { result: 'sent' };
  } catch (error) {
    const { reason, permanent, bounced } = readSmtpFailure(error);
    return { result: permanent ? 'failed' : 'retry', error: reason, ...(bounced && { bounced }) };
  }
}

/**
 * Marks the address of a lead as one that mail can't be delivered to. The lead is locked: if its person is being erased,
 * either it's gone already or the erasure sees the mark.
 */
async function noteBounce(db: DataSource, leadId: string, status: string): Promise<void> {
  await db.query(
    `with lead as (select email_key as email from leads where id = $1 and email is not null for key share)
    insert into bounces (email, bounced_at, status) select email, now(), $2 from lead
    on conflict (email) do update set bounced_at = excluded.bounced_at, status = excluded.status`,
    [leadId, status],
  );
}

/**
 * A lead is answered when the mail server has the reply, not when it was written; resolves to whether it has it. Only
 * the first reply counts, however often this is called.
 */
async function noteAnswered(db: DataSource, replyId: string): Promise<boolean> {
  const sent = await db.query<unknown[]>(
    `with reply as (select lead_id, sent_at from lead_replies where id = $1 and sent_at is not null),
    answered as (
      update leads set status = case status when 'new' then 'answered' else status end,
        answered_at = coalesce(answered_at, reply.sent_at), revision = revision + 1
      from reply where leads.id = reply.lead_id and (answered_at is null or status = 'new'))
    select from reply`,
    [replyId],
  );
  return sent.length > 0;
}

interface SmtpFailure {
  reason: string;
  permanent: boolean;
  /** Where it's the address that can't get mail: the enhanced status code (RFC 3463), or the reply code without one. */
  bounced?: string;
}

/**
 * Why a mail was refused: a reply code or an error code, never the server's words, which may hold addresses. Only a
 * failure about this recipient or this message is permanent. A refused login, sender or connection is ours or the
 * server's to fix, and must not lose the mail.
 */
export function readSmtpFailure(error: unknown): SmtpFailure {
  const { code, command, responseCode, response = '' } = error as Partial<NodemailerError>;
  const ofThisMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE';
  const refusedByServer = ofThisMail && responseCode !== undefined && responseCode >= 500;
  // Refused before a word was sent: an address that cannot be put into a command.
  const refusedByUs = code === 'EENVELOPE' && command === 'API';
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const isOfAddress =
    enhanced === undefined
      ? command === 'RCPT TO' && aboutMailbox.has(responseCode ?? 0)
      : aboutAddress.test(enhanced);
  return {
    reason: responseCode === undefined ? (code ?? 'unknown') : String(responseCode),
    permanent: refusedByServer || refusedByUs,
    ...(refusedByServer && isOfAddress && { bounced: enhanced ?? String(responseCode) }),
  };
}

/** No such mailbox, host or domain, or it's closed. Not those about the sender (5.1.7, 5.1.8), a full mailbox or a policy. */
const aboutAddress = /^5\.(1\.(?![78]$)\d+|2\.1)$/;
/** RFC 5321: no such mailbox, not here, no such name. */
const aboutMailbox = new Set([550, 551, 553]);
