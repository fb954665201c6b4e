import { createHash } from 'node:crypto';
import {
  type BookingMapping,
  type BookingProvider,
  type BookingStatus,
  lineOfText,
  textLimits,
} from '@voordeur/contracts/http';
import type { RecordBooking } from '@voordeur/contracts/jobs';
import { asUuid } from '@voordeur/server';
import { invalidField } from '../platform/api-error.js';
import { isRealDateTime } from '../platform/date-time.js';

/** A booking as the webhook reports it, not checked yet. */
interface Said {
  status: BookingStatus;
  booking: unknown;
  replaces?: unknown;
  email: unknown;
  /** For bookings without an email address. */
  phone?: unknown;
  startsAt?: unknown;
  /** By the provider's clock. */
  at?: unknown;
}

const line = new RegExp(lineOfText, 'u');
const idLimit = 512;

/**
 * Turns a provider's webhook into jobs; none if it's about something that isn't kept. Job ids are derived from the
 * content, so a repeat changes nothing. Throws `invalid-body`.
 */
export function parseWebhook(
  provider: BookingProvider,
  body: unknown,
  { receivedAt, mapping }: { receivedAt: string; mapping?: BookingMapping | undefined },
): RecordBooking[] {
  const said = provider === 'custom' ? (mapping ? ofMapping(body, mapping) : []) : readers[provider](body);
  return said.map((one) => checked(provider, one, receivedAt));
}

const readers: Record<Exclude<BookingProvider, 'custom'>, (body: unknown) => Said[]> = {
  /**
   * https://developer.calendly.com/api-docs: `{ event, created_at, payload }`, whose payload is an invitee. One who moves a
   * meeting is `invitee.canceled` with `rescheduled`, and `invitee.created` with `old_invitee`
   * (https://developer.calendly.com/docs/api-guides/see-how-webhook-payloads-change-when-invitees-reschedule-events): the
   * second says it all.
   */
  calendly: (body) => {
    const of = (path: string) => at(body, `payload.${path}`);
    const said = (status: BookingStatus): Said[] => [
      {
        status,
        booking: of('uri'),
        ...(status === 'moved' && { replaces: of('old_invitee') }),
        email: of('email'),
        startsAt: of('scheduled_event.start_time'),
        at: at(body, 'created_at'),
      },
    ];
    switch (at(body, 'event')) {
      case 'invitee.created':
        return said(of('old_invitee') ? 'moved' : 'booked');
      case 'invitee.canceled':
        return of('rescheduled') === true ? [] : said('cancelled');
      case 'invitee_no_show.created':
        return said('no-show');
      case 'invitee_no_show.deleted':
        return said('attended');
      default:
        return [];
    }
  },

  /**
   * https://cal.com/docs/developing/guides/automation/webhooks: `{ triggerEvent, createdAt, payload }`, version
   * 2021-10-20. A moved booking has a new `uid` and the old one as `rescheduleUid`; the first attendee made the
   * booking. No-shows are marked in `attendees`, for the booking `bookingUid`.
   */
  cal: (body) => {
    const of = (path: string) => at(body, `payload.${path}`);
    const said = (status: BookingStatus): Said[] => [
      {
        status,
        booking: of('uid'),
        ...(status === 'moved' && { replaces: of('rescheduleUid') }),
        ...personOf(
          [of('responses.email.value'), of('attendees.0.email')],
          [of('responses.attendeePhoneNumber.value'), of('attendees.0.phoneNumber')],
        ),
        startsAt: of('startTime'),
        at: at(body, 'createdAt'),
      },
    ];
    switch (at(body, 'triggerEvent')) {
      case 'BOOKING_CREATED':
        return said('booked');
      case 'BOOKING_RESCHEDULED':
        return said('moved');
      case 'BOOKING_CANCELLED':
        return of('rescheduledToUid') ? [] : said('cancelled');
      case 'BOOKING_NO_SHOW_UPDATED': {
        const attendees = of('attendees');
        return (Array.isArray(attendees) ? attendees : []).map((attendee: unknown) => ({
          status: at(attendee, 'noShow') === false ? 'attended' : 'no-show',
          booking: of('bookingUid'),
          ...personOf([at(attendee, 'email')], [at(attendee, 'phoneNumber')]),
          at: at(body, 'createdAt'),
        }));
      }
      default:
        return [];
    }
  },
};

/** Cal.com makes up an address for bookings by text message: their number at sms.cal.com. */
function personOf(emails: unknown[], phones: unknown[]): Pick<Said, 'email' | 'phone'> {
  const email = emails.find(Boolean) ?? '';
  const [, digits] = /^\+?(\d+)@sms\.cal\.com$/i.exec(typeof email === 'string' ? email : '') ?? [];
  if (email !== '' && digits === undefined) return { email };
  return { email: '', phone: phones.find(Boolean) ?? (digits && `+${digits}`) };
}

function ofMapping(body: unknown, { id, email, status, start, statuses }: BookingMapping): Said[] {
  const word = at(body, status);
  if (typeof word !== 'string' || !Object.hasOwn(statuses, word)) return [];
  const meant = statuses[word];
  if (meant === undefined) return [];
  return [
    { status: meant, booking: at(body, id), email: at(body, email), startsAt: start && at(body, start) },
  ];
}

/** The value at this dotted path. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

function checked(provider: BookingProvider, said: Said, receivedAt: string): RecordBooking {
  const booking = textOf('booking', said.booking, idLimit);
  const person = said.phone
    ? { phone: textOf('phone', said.phone, textLimits.phone) }
    : { email: textOf('email', said.email, textLimits.email) };
  if (person.email !== undefined && !/.@./.test(person.email))
    throw invalidField('email', 'must be an email address');
  const startsAt = instantOrNone('start', said.startsAt);
  const occurredAt = instantOrNone('time', said.at);
  // A calendar that gives no time may say the same again later, and mean it: booked, cancelled, booked.
  const saidAt = occurredAt ?? receivedAt;
  const says = [
    provider,
    said.status,
    booking,
    (person.email ?? person.phone).toLowerCase(),
    startsAt,
    saidAt,
  ];
  return {
    id: asUuid(createHash('sha256').update(JSON.stringify(says)).digest()),
    receivedAt,
    provider,
    booking,
    ...(said.replaces !== undefined &&
      said.replaces !== null && { replaces: textOf('booking', said.replaces, idLimit) }),
    status: said.status,
    ...person,
    ...(startsAt !== undefined && { startsAt }),
    occurredAt: saidAt,
  };
}

function textOf(field: string, value: unknown, limit: number): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.trim() !== '' && text.length <= limit && line.test(text))
    return text.trim();
  throw invalidField(field, `must be text of at most ${limit} characters`);
}

function instantOrNone(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || !isRealDateTime(value))
    throw invalidField(field, 'must be an ISO 8601 date-time');
  return new Date(value).toISOString();
}
