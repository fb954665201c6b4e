import { mailServer } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';
import type { MailSettings } from '../platform/mail-settings.js';
import { openSmtp, type Smtp } from '../mail/smtp.js';
import type { Destination, Outcome } from '../outbox/destination.js';
import { composeMail, type MailMessage } from './compose-mail.js';
import { readSmtpFailure } from './smtp-failure.js';

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
