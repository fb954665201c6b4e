import type { MailKind, SubscriberState } from '@voordeur/contracts/db';
import { browserEmail } from '@voordeur/contracts/http';
import { confirmWithinDays } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { confirmMail, type MailContent } from '../mail/confirm-mail.js';
import { type LeadToShow, leadNotice } from '../mail/lead-notice.js';
import type { MailSettings } from '../config/mail-settings.js';
import { weekOf } from '../weekly-letter/letter-week.js';
import { readWeek } from '../weekly-letter/read-week.js';
import { weeklyLetter } from '../weekly-letter/weekly-letter.js';
import { isPlainAddress, type Mailbox } from '../platform/mailbox.js';

/** A mail as nodemailer takes it. */
export interface MailMessage extends MailContent {
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
}

/** Why a mail is no longer wanted: its row keeps this. */
interface Dropped {
  dropped: 'not-pending' | 'suppressed' | 'expired' | 'odd-address';
}

interface MailRow extends LeadToShow {
  id: string;
  mailKind: MailKind;
  leadId: string;
  subscriberId: string | null;
  state: SubscriberState | null;
  inTime: boolean;
  suppressed: boolean;
}

/** Makes a mail of what its lead and subscriber are now, when its turn has come, not when it was planned. */
export async function composeMail(
  tx: EntityManager,
  mailId: string,
  settings: MailSettings,
): Promise<MailMessage | Dropped> {
  const [row] = await tx.query<MailRow[]>(
    `select m.id, m.kind as "mailKind", l.id as "leadId", l.kind, l.email, l.phone, l.idea, l.language,
      l.video_id as "videoId", l.watched_seconds as "watchedSeconds", l.received_at as "receivedAt",
      s.id as "subscriberId", s.state, s.requested_at > now() - make_interval(hours => $2) as "inTime",
      exists (select from suppressions where email = s.email and suppressed_at >= s.requested_at) as suppressed
    from mails m join leads l on l.id = m.lead_id left join subscribers s on s.email = lower(l.email)
    where m.id = $1`,
    [mailId, confirmWithinDays * 24],
  );
  const content = row ? contentOf(row, settings) : await aboutWeek(tx, mailId, settings);
  if ('dropped' in content) return content;
  return {
    ...content,
    messageId: `<${mailId}@${new URL(settings.publicUrl).hostname}>`,
    from: settings.from,
    // Keeps out-of-office replies from answering.
    headers: { 'Auto-Submitted': 'auto-generated', ...content.headers },
  };
}

type Content = MailContent & Pick<MailMessage, 'to' | 'replyTo'>;

const contentOf = (row: MailRow, settings: MailSettings) =>
  row.mailKind === 'confirm' ? toSubscriber(row, settings) : toOwner(row, settings);

/** A mail without a lead is the letter of a week. */
async function aboutWeek(tx: EntityManager, mailId: string, settings: MailSettings): Promise<Content> {
  const [row] = await tx.query<{ week: string }[]>('select week::text from mails where id = $1', [mailId]);
  if (!row) throw new Error('there is no such mail');
  const week = weekOf(row.week, settings.timeZone);
  return { ...weeklyLetter(await readWeek(tx, week), week, settings), to: settings.owner };
}

/** Only to who waits to be confirmed. A suppression from before this signup is what confirming it lifts. */
function toSubscriber(row: MailRow, settings: MailSettings): Content | Dropped {
  const { subscriberId, state, inTime, suppressed, email } = row;
  if (email === null || subscriberId === null || state !== 'pending') return { dropped: 'not-pending' };
  if (suppressed) return { dropped: 'suppressed' };
  if (!inTime) return { dropped: 'expired' };
  if (!isPlainAddress(email)) return { dropped: 'odd-address' };
  return { ...confirmMail({ ...row, subscriberId }, settings), to: { name: '', address: email } };
}

function toOwner(row: MailRow, settings: MailSettings): Content {
  const sender =
    row.email !== null && browserEmail.test(row.email) && isPlainAddress(row.email) ? row.email : null;
  return {
    ...leadNotice(row, settings, { canReply: sender !== null }),
    to: settings.owner,
    ...(sender !== null && { replyTo: { name: '', address: sender } }),
  };
}
