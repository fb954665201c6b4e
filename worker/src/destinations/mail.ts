import { mailServer } from '@voordeur/contracts/db';
import type { NodemailerError } from 'nodemailer';
import type { DataSource } from 'typeorm';
import type { MailSettings } from '../platform/mail-settings.js';
import { openSmtp, type Smtp } from '../mail/smtp.js';
import type { Destination, Outcome } from '../outbox/destination.js';
import { composeMail, type MailMessage } from './compose-mail.js';

/** After each failed attempt; after the one that follows the last of these, the mail has failed. */
const retryAfterSeconds = [60, 300, 1_800, 7_200, 43_200];

/**
 * The owner's mail server. A mail counts as sent once the server has accepted it; if the worker dies in between, it's
 * sent again with the same Message-ID.
 */
export function mailDestination(db: DataSource, settings: MailSettings): Destination {
  const smtp = openSmtp(settings.smtpUrl);
  return {
    kind: 'mail',
    name: mailServer,
    secondsToNextAttempt: (failures) => retryAfterSeconds[failures - 1] ?? null,
    send: async (effect) => {
      const message = await composeMail(db.manager, effect, settings);
      if ('dropped' in message) return { result: 'dropped', error: message.dropped };
      return trySend(smtp, message);
    },
  };
}

async function trySend(smtp: Smtp, message: MailMessage): Promise<Outcome> {
  try {
    await smtp.sendMail(message);
    return { result: 'sent' };
  } catch (error) {
    const { reason, permanent } = readSmtpFailure(error);
    return { result: permanent ? 'failed' : 'retry', error: reason };
  }
}

/**
 * Why a mail was refused: a reply code or an error code, never the server's words, which may hold addresses. Only a
 * failure about this recipient or this message is permanent. A refused login, sender or connection is ours or the
 * server's to fix, and must not lose the mail.
 */
export function readSmtpFailure(error: unknown): { reason: string; permanent: boolean } {
  const { code, command, responseCode } = error as Partial<NodemailerError>;
  const ofThisMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE';
  const refusedByServer = ofThisMail && responseCode !== undefined && responseCode >= 500;
  // Refused before a word was sent: an address that cannot be put into a command.
  const refusedByUs = code === 'EENVELOPE' && command === 'API';
  return {
    reason: responseCode === undefined ? (code ?? 'unknown') : String(responseCode),
    permanent: refusedByServer || refusedByUs,
  };
}
