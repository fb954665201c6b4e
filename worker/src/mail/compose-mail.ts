import type { MailKind, SubscriberState } from '@voordeur/contracts/db';
import { browserEmail } from '@voordeur/contracts/http';
import { confirmWithinDays } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { confirmMail, type MailContent } from './confirm-mail.js';
import { type LeadToShow, leadNotice } from './lead-notice.js';
import type { MailSettings } from './mail-settings.js';
import { isPlainAddress, type Mailbox } from './mailbox.js';

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
  const [row] = await tx.query<[MailRow]>(
    `select m.id, m.kind as "mailKind", l.id as "leadId", l.kind, l.email, l.phone, l.idea, l.language,
      l.video_id as "videoId", l.watched_seconds as "watchedSeconds", l.received_at as "receivedAt",
      s.id as "subscriberId", s.state, s.requested_at > now() - make_interval(hours => $2) as "inTime",
      exists (select from suppressions where email = s.email and suppressed_at >= s.requested_at) as suppressed
    from mails m join leads l on l.id = m.lead_id left join subscribers s on s.email = lower(l.email)
    where m.id = $1`,
    [mailId, confirmWithinDays * 24],
  );
  const content = row.mailKind === 'confirm' ? toSubscriber(row, settings) : toOwner(row, settings);
  if ('dropped' in content) return content;
  return {
    ...content,
    messageId: `<${row.id}@${new URL(settings.publicUrl).hostname}>`,
    from: settings.from,
    // Nobody's holiday program shall answer.
    headers: { 'Auto-Submitted': 'auto-generated', ...content.headers },
  };
}

type Content = MailContent & Pick<MailMessage, 'to' | 'replyTo'>;

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
