import type { Meeting } from '@voordeur/contracts/db';
import type { Mailbox } from '@voordeur/server';
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { MailSettings } from '../platform/mail-settings.js';

/** An iCalendar object (RFC 5545) for nodemailer, which makes it a `text/calendar` part and a file. */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  filename: string;
  content: string;
}

/** The invitation to a meeting, or its cancellation. Calendar programs keep one by its id and the highest sequence. */
export function invitationOf(
  { id, state, title, startsAt, endsAt, sequence }: Meeting,
  { to, place }: { to: Mailbox; place: string },
  { product, publicUrl, from }: MailSettings,
): Invitation {
  const isCancelled = state === 'cancelled';
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: { company: 'Voordeur', product: 'calendar', language: 'EN' }, method });
  calendar.createEvent({
    id: `${id}@${new URL(publicUrl).hostname}`,
    sequence,
    start: startsAt,
    end: endsAt,
    summary: `${title ?? ''} (${product})`,
    location: place,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: from.name === '' ? product : from.name, email: from.address },
    attendees: [{ email: to.address, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  });
  return {
    method: isCancelled ? 'CANCEL' : 'REQUEST',
    filename: 'meeting.ics',
    content: calendar.toString(),
  };
}
