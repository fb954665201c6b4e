import type { MailStatus } from '@voordeur/contracts/db';
import type { DataSource, EntityManager } from 'typeorm';
import { composeMail, type MailMessage } from './compose-mail.js';
import type { MailSettings } from '../config/mail-settings.js';
import type { Smtp } from '../mail/smtp.js';
import { type Failure, readSmtpFailure } from './smtp-failure.js';

/** After each failed attempt; after the last one that follows these the mail has failed. */
const retryAfterSeconds = [60, 300, 1_800, 7_200, 43_200];

export interface SendMailContext {
  db: DataSource;
  smtp: Smtp;
  settings: MailSettings;
}

/**
 * Sends a mail that is due. Its row stays locked meanwhile, so two workers never send the same mail; it is marked as
 * sent after the server accepted it, so after a crash in between it is sent again with the same Message-ID: at least
 * once. Returns null if there is nothing to do: already sent, not due, or being sent. Throws only for Postgres.
 */
export async function sendMail(
  mailId: string,
  { db, smtp, settings }: SendMailContext,
): Promise<MailStatus | null> {
  return db.transaction(async (tx) => {
    const attempts = await takeDue(tx, mailId);
    if (attempts === null) return null;
    const message = await composeMail(tx, mailId, settings);
    if ('dropped' in message) return end(tx, mailId, 'dropped', message.dropped);
    const failure = await trySend(smtp, message);
    if (!failure) return end(tx, mailId, 'sent', null);
    const retryAfter = failure.permanent ? undefined : retryAfterSeconds[attempts];
    if (retryAfter === undefined) return end(tx, mailId, 'failed', failure.reason);
    await postpone(tx, mailId, failure.reason, retryAfter);
    return 'waiting';
  });
}

/** The attempts made so far; null if the mail is not due, or another worker has it. */
async function takeDue(tx: EntityManager, mailId: string): Promise<number | null> {
  const [mail] = await tx.query<{ attempts: number }[]>(
    `select attempts from mails where id = $1 and status = 'waiting' and next_attempt_at <= now()
    for update skip locked`,
    [mailId],
  );
  return mail?.attempts ?? null;
}

async function trySend(smtp: Smtp, message: MailMessage): Promise<Failure | null> {
  try {
    await smtp.sendMail(message);
    return null;
  } catch (error) {
    return readSmtpFailure(error);
  }
}

async function end(
  tx: EntityManager,
  mailId: string,
  status: MailStatus,
  reason: string | null,
): Promise<MailStatus> {
  await tx.query(
    `update mails set status = $2, reason = $3, sent_at = case when $2 = 'sent' then clock_timestamp() end,
      attempts = attempts + case when $2 = 'dropped' then 0 else 1 end where id = $1`,
    [mailId, status, reason],
  );
  return status;
}

async function postpone(tx: EntityManager, mailId: string, reason: string, seconds: number): Promise<void> {
  await tx.query(
    `update mails set attempts = attempts + 1, reason = $2,
      next_attempt_at = clock_timestamp() + make_interval(secs => $3) where id = $1`,
    [mailId, reason, seconds],
  );
}
