import { Calendar, type MailType, Meeting } from '@voordeur/contracts/db';
import { mailableEmail } from '@voordeur/contracts/email';
import {
  localeOf,
  localPath,
  type MeetingPlace,
  type TextLanguage,
  textLanguageOf,
} from '@voordeur/contracts/http';
import { isPlainAddress, type Mailbox, markup, readVisitorTexts, type VisitorText } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import type { MailContent } from '../mail/confirm-mail.js';
import { meetingLink } from '../mail/links.js';
import { button, link, mailPage, note, paragraph } from '../mail/mail-page.js';
import type { MailSettings } from '../platform/mail-settings.js';
import { type Invitation, invitationOf } from './invitation.js';

/** The mails about a meeting, by their type in the outbox. */
const words = {
  'meeting-booked': { subject: 'mail.meeting.bookedSubject', heading: 'mail.meeting.bookedHeading' },
  'meeting-moved': { subject: 'mail.meeting.movedSubject', heading: 'mail.meeting.movedHeading' },
  'meeting-cancelled': { subject: 'mail.meeting.cancelledSubject', heading: 'mail.meeting.cancelledHeading' },
  'meeting-reminder': { subject: 'mail.meeting.reminderSubject', heading: 'mail.meeting.reminderHeading' },
} as const satisfies Partial<Record<MailType, object>>;
export type MeetingMail = keyof typeof words;

/** How a place is named where the owner gave no more, and with her number or her room. */
const placeNames = {
  phone: { alone: 'mail.meeting.phone', given: 'mail.meeting.phoneAt' },
  video: { alone: 'mail.meeting.video', given: 'mail.meeting.videoAt' },
  address: { alone: 'mail.meeting.address', given: null },
} as const satisfies Record<MeetingPlace['kind'], object>;

export function isMeetingMail(type: string): type is MeetingMail {
  return Object.hasOwn(words, type);
}

interface ToBooker extends MailContent {
  to: Mailbox;
  icalEvent?: Invitation;
}

/** `superseded`: it was moved or cancelled since, and another mail says so. */
type NotWanted = 'erased' | 'superseded' | 'expired' | 'odd-address' | 'bounced';

/** Writes a mail to who booked a meeting, from the meeting as it is now. */
export async function meetingMail(
  db: EntityManager,
  type: MeetingMail,
  payload: Record<string, unknown>,
  settings: MailSettings,
): Promise<ToBooker | { dropped: NotWanted }> {
  const meeting = await db.findOneBy(Meeting, { id: String(payload['meetingId']) });
  if (!meeting || meeting.email === null) return { dropped: 'erased' };
  const state = type === 'meeting-cancelled' ? 'cancelled' : 'booked';
  if (meeting.sequence !== payload['sequence'] || meeting.state !== state) return { dropped: 'superseded' };
  if (meeting.startsAt.getTime() <= Date.now()) return { dropped: 'expired' };
  // A bounce from before the booking is forgotten, as a signup forgets it: it may be a new mailbox.
  const bounced = await db.query<unknown[]>('select from bounces where email = $1 and bounced_at >= $2', [
    meeting.emailKey,
    meeting.bookedAt,
  ]);
  if (bounced.length > 0) return { dropped: 'bounced' };
  const address = mailableEmail(meeting.email);
  if (!isPlainAddress(address)) return { dropped: 'odd-address' };
  const language = textLanguageOf(meeting.language);
  const text = await readVisitorTexts(db, language);
  const place = describePlace(await readPlace(db, meeting), text);
  const to = { name: '', address };
  // A reminder changes nothing in the visitor's calendar.
  const invitation =
    type === 'meeting-reminder' ? {} : { icalEvent: invitationOf(meeting, { to, place }, settings) };
  return { ...contentOf(meeting, { type, language, text, place }, settings), to, ...invitation };
}

/** The owner's room or number may have changed since it was booked. */
async function readPlace(db: EntityManager, { kind, place }: Meeting): Promise<MeetingPlace> {
  const calendar = await db.findOneBy(Calendar, { only: true });
  const current = calendar?.settings.kinds.find(({ id }) => id === kind)?.place;
  return current ?? place ?? { kind: 'phone', text: '' };
}

function describePlace({ kind, text: given }: MeetingPlace, text: VisitorText): string {
  const name = placeNames[kind];
  if (given === '') return text(name.alone);
  return name.given === null ? given : text(name.given, { text: given });
}

interface MeetingWords {
  type: MeetingMail;
  language: TextLanguage;
  text: VisitorText;
  place: string;
}

function contentOf(
  { id, title, startsAt, timeZone }: Meeting,
  { type, language, text, place }: MeetingWords,
  settings: MailSettings,
): MailContent {
  const { product } = settings;
  const zone = timeZone ?? settings.timeZone;
  const when = startsAt.toLocaleString(localeOf(language), {
    ...{ timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  const subject = text(words[type].subject, { title: title ?? '', when });
  const heading = text(words[type].heading);
  const whenIn = text('mail.meeting.whenIn', { when, zone });
  const isCancelled = type === 'meeting-cancelled';
  const facts = [title ?? '', whenIn, ...(isCancelled ? [] : [place])];
  const attached = isCancelled || type === 'meeting-reminder' ? [] : [text('mail.meeting.attached')];
  const ask = text(isCancelled ? 'mail.meeting.again' : 'mail.meeting.change');
  const label = text(isCancelled ? 'mail.meeting.againButton' : 'mail.meeting.changeButton');
  const url = isCancelled
    ? new URL(localPath(language, '/booking'), settings.publicUrl).href
    : meetingLink(settings, language, id);
  return {
    subject,
    headers: {},
    text: `${heading}

${facts.join('\n')}

${[...attached, ask].join('\n\n')}
${url}

--
${product}
`,
    html: mailPage({
      lang: language,
      product,
      heading,
      blocks: [
        paragraph(
          markup`<strong>${title ?? ''}</strong><br>${facts.slice(1).map((fact) => markup`${fact}<br>`)}`,
        ),
        ...attached.map(paragraph),
        paragraph(ask),
        button(label, url),
        note(markup`${text('mail.confirm.pasteLink')}<br>${link(url, url)}`),
      ],
    }),
  };
}
