import { leadColumns, type MailType, SecurityEvent } from '@voordeur/contracts/db';
import { browserEmail, otherValues, type SubscriberState, textLanguageOf } from '@voordeur/contracts/http';
import { mailableEmail } from '@voordeur/contracts/email';
import { confirmWithinDays } from '@voordeur/contracts/jobs';
import { firstIdAt, isPlainAddress, type Mailbox, readVisitorTexts } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import type { Invitation } from '../calendar/invitation.js';
import { isMeetingMail, meetingMail } from '../calendar/meeting-mail.js';
import { readCurrentSettings } from '../mail/current-settings.js';
import { confirmMail, type MailContent } from '../mail/confirm-mail.js';
import { type LeadToShow, leadNotice } from '../mail/lead-notice.js';
import { leadSummary } from '../mail/lead-summary.js';
import { testMail } from '../mail/test-mail.js';
import { unsubscribedMail } from '../mail/unsubscribed-mail.js';
import type { MailSettings } from '../platform/mail-settings.js';
import { securityNotice } from '../mail/security-notice.js';
import { weekOf } from '../mail/letter-week.js';
import { readWeek } from '../mail/read-week.js';
import { weeklyLetter } from '../mail/weekly-letter.js';
import type { LeasedEffect } from './destination.js';

/** A mail as nodemailer takes it. */
export interface MailMessage extends Omit<MailContent, 'html'> {
  /** Without it the mail is plain text. */
  html?: string;
  messageId: string;
  /** The mails of the same lead before this one, oldest first. */
  references?: string[];
  inReplyTo?: string;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  /** The meeting's, for the calendar of who booked it. */
  icalEvent?: Invitation;
}

/** Why a mail is no longer wanted. */
interface Dropped {
  dropped:
    | 'erased'
    | 'not-pending'
    | 'not-unsubscribed'
    | 'suppressed'
    | 'bounced'
    | 'expired'
    | 'odd-address'
    | 'superseded';
}

type PlannedMail = Pick<LeasedEffect, 'id' | 'type' | 'eventId' | 'payload' | 'occurredAt'>;

/** The pages of a lead are those of its day; only the partitions around it are looked into. */
const dayMs = 86_400_000;

interface LeadRow extends LeadToShow {
  leadId: string;
  subscriberId: string | null;
  state: SubscriberState | null;
  inTime: boolean;
  suppressed: boolean;
  bounced: boolean;
}

/** Writes a mail from the current state of its lead and subscriber, when it's sent, not when it was planned. */
export async function composeMail(
  db: EntityManager,
  mail: PlannedMail,
  settings: MailSettings,
): Promise<MailMessage | Dropped> {
  const content = await contentOf(db, mail, await readCurrentSettings(db, settings));
  if ('dropped' in content) return content;
  return {
    ...content,
    messageId: messageIdOf(mail.id, settings),
    from: settings.from,
  };
}

/** Fixed with the effect's row, so a repeat after a crash is recognized. */
function messageIdOf(effectId: string, { publicUrl }: Pick<MailSettings, 'publicUrl'>): string {
  return `<${effectId}@${new URL(publicUrl).hostname}>`;
}

type Content = Omit<MailMessage, 'messageId' | 'from'>;

/** Keeps out-of-office replies from answering a mail that no person wrote. */
function automatic(content: Content): Content {
  return { ...content, headers: { 'Auto-Submitted': 'auto-generated', ...content.headers } };
}

async function contentOf(
  db: EntityManager,
  { id, type, eventId, payload, occurredAt }: PlannedMail,
  settings: MailSettings,
): Promise<Content | Dropped> {
  if ((type as MailType) === 'reply') return toLead(db, { id, eventId }, settings);
  if ((type as MailType) === 'weekly-letter') {
    const week = weekOf(String(payload['week']), settings.timeZone);
    return automatic({ ...weeklyLetter(await readWeek(db, week), week, settings), to: settings.owner });
  }
  if ((type as MailType) === 'test') return automatic({ ...testMail(settings), to: settings.owner });
  if ((type as MailType) === 'lead-summary')
    return automatic({ ...leadSummary(Number(payload['leads']), settings), to: settings.owner });
  if ((type as MailType) === 'security-notice') {
    const event = await db.findOneBy(SecurityEvent, { id: eventId });
    return event
      ? automatic({ ...securityNotice(event, settings), to: settings.owner })
      : { dropped: 'erased' };
  }
  if (isMeetingMail(type)) {
    const content = await meetingMail(db, type, payload, settings);
    return 'dropped' in content ? content : automatic(content);
  }
  if ((type as MailType) === 'unsubscribed') return toUnsubscribed(db, payload['subscriberId'], settings);
  const [lead] = await db.query<LeadRow[]>(
    `select l.id as "leadId", l.kind, l.signup_kind as "signupKind", ${leadColumns('l')}, l.received_at as "receivedAt",
      l.visit_match as "visitMatch", l.referrer, l.utm_source as "utmSource", l.utm_campaign as "utmCampaign",
      array(select split_part(page, '?', 1) from visits
        where visitor = (select visitor from reached_goals where lead_id = l.id and goal = l.kind)
          and id >= $3 and id < $4 and page <> '${otherValues}' order by id limit 30) as pages,
      s.id as "subscriberId", s.state, s.requested_at > now() - make_interval(hours => $2) as "inTime",
      exists (select from suppressions where email = s.email and suppressed_at >= s.requested_at) as suppressed,
      exists (select from bounces where email = s.email) as bounced
    from leads l left join subscribers s on s.email = l.email_key
    where l.id = $1`,
    [
      eventId,
      confirmWithinDays * 24,
      firstIdAt(occurredAt.getTime() - dayMs),
      firstIdAt(occurredAt.getTime() + dayMs),
    ],
  );
  if (!lead) return { dropped: 'erased' };
  return (type as MailType) === 'confirm' ? toSubscriber(db, lead, settings) : toOwner(lead, settings);
}

/** Only while their confirmation is pending. Confirming lifts a suppression from before this signup. */
async function toSubscriber(
  db: EntityManager,
  row: LeadRow,
  settings: MailSettings,
): Promise<Content | Dropped> {
  const { subscriberId, state, inTime, suppressed, bounced, email } = row;
  if (email === null || subscriberId === null || state !== 'pending') return { dropped: 'not-pending' };
  if (suppressed) return { dropped: 'suppressed' };
  if (bounced) return { dropped: 'bounced' };
  if (!inTime) return { dropped: 'expired' };
  const address = mailableEmail(email);
  if (!isPlainAddress(address)) return { dropped: 'odd-address' };
  const text = await readVisitorTexts(db, textLanguageOf(row.language));
  return automatic({
    ...confirmMail({ ...row, subscriberId }, settings, text),
    to: { name: '', address },
  });
}

/** Only while the unsubscribe that the mail is about still holds. */
async function toUnsubscribed(
  db: EntityManager,
  subscriberId: unknown,
  settings: MailSettings,
): Promise<Content | Dropped> {
  const [row] = await db.query<
    { id: string; email: string; language: string; isStill: boolean; bounced: boolean }[]
  >(
    `select s.id, coalesce(l.email, s.email) as email, s.language,
      s.state = 'unsubscribed' and s.unsubscribed_at = s.told_of as "isStill",
      exists (select from bounces where email = s.email) as bounced
    from subscribers s left join leads l on l.id = s.lead_id where s.id = $1`,
    [subscriberId],
  );
  if (!row) return { dropped: 'erased' };
  if (!row.isStill) return { dropped: 'not-unsubscribed' };
  if (row.bounced) return { dropped: 'bounced' };
  const address = mailableEmail(row.email);
  if (!isPlainAddress(address)) return { dropped: 'odd-address' };
  const text = await readVisitorTexts(db, textLanguageOf(row.language));
  return automatic({
    ...unsubscribedMail({ subscriberId: row.id, language: row.language }, settings, text),
    to: { name: '', address },
  });
}

function toOwner(row: LeadRow, settings: MailSettings): Content {
  const sender =
    row.email !== null && browserEmail.test(row.email) && isPlainAddress(row.email) ? row.email : null;
  return automatic({
    ...leadNotice(row, settings, { canReply: sender !== null }),
    to: settings.owner,
    ...(sender !== null && { replyTo: { name: '', address: sender } }),
  });
}

/**
 * The owner's own words to a lead. Her mail program shows their answer in one thread with the notice and her earlier
 * mails.
 */
async function toLead(
  db: EntityManager,
  { id, eventId }: Pick<PlannedMail, 'id' | 'eventId'>,
  settings: MailSettings,
): Promise<Content | Dropped> {
  const [reply] = await db.query<
    { email: string | null; subject: string; text: string; earlier: string[] }[]
  >(
    `select email, subject, text, array(
        select id from outbox where lead_id = l.id and kind = 'mail' and state = 'sent' and id < $2 order by id)
      as earlier
    from lead_replies as r join leads as l on l.id = r.lead_id where r.id = $1`,
    [eventId, id],
  );
  if (!reply) return { dropped: 'erased' };
  const { subject, text } = reply;
  const address = mailableEmail(reply.email ?? '');
  if (!isPlainAddress(address)) return { dropped: 'odd-address' };
  const references = reply.earlier.map((earlier) => messageIdOf(earlier, settings));
  const last = references.at(-1);
  return {
    subject,
    text: `${text}\n`,
    headers: {},
    to: { name: '', address },
    replyTo: settings.owner,
    ...(last !== undefined && { references, inReplyTo: last }),
  };
}
