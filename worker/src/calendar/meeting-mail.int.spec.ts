import { defaultCalendar, type MeetingKind } from '@voordeur/contracts/http';
import { newEventId, planEffect, signLinkToken } from '@voordeur/server';
import type { ParsedMail } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { mailDestination } from '../outbox/mail-destination.js';
import { useDatabase, useSmtpReceiver } from '../testing/hooks.js';
import { testMailSettings } from '../testing/mail-settings.js';
import { sendDue } from '../testing/send-due.js';
import type { MeetingMail } from './meeting-mail.js';

const database = useDatabase();
const receiver = useSmtpReceiver();
const { query } = database;

const hourMs = 3_600_000;
const startsAt = new Date(Math.ceil(Date.now() / hourMs) * hourMs + 30 * hourMs);

async function storeMeeting(given: Record<string, unknown> = {}): Promise<string> {
  const row: Record<string, unknown> = {
    id: newEventId().id,
    ...{ state: 'booked', kind: 'call', title: 'Gratis gesprek', language: 'NL', time_zone: 'Europe/London' },
    ...{ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + hourMs / 2) },
    ...{ email: 'You@Example.org', email_key: 'you@example.org', name: 'You' },
    place: { kind: 'video', text: 'https://meet.example/an' },
    ...given,
  };
  const names = Object.keys(row);
  await query(
    `insert into meetings (${names.join(', ')}, blocked)
    values (${names.map((_, index) => `$${index + 1}`).join(', ')}, tstzrange(now(), now()))`,
    Object.values(row),
  );
  return String(row['id']);
}

const plan = (type: MeetingMail, meetingId: string, sequence = 0) =>
  planEffect(database.dataSource, {
    ...{ kind: 'mail', destination: 'smtp', type, eventId: newEventId().id },
    payload: { meetingId, sequence },
  });

async function send(): Promise<unknown[]> {
  const current = { ...testMailSettings, smtpUrl: receiver.url };
  await sendDue(database.dataSource, [mailDestination(database.dataSource, { current })]);
  return (await query('select state, last_error from outbox order by id')).map(
    ({ state, last_error: error }) => error ?? state,
  );
}

/** The properties of the calendar part, unfolded (RFC 5545, 3.1). */
function calendarOf({ attachments }: ParsedMail): Record<string, string> {
  const part = attachments.find(({ contentType }) => contentType === 'text/calendar');
  const lines = (part?.content.toString() ?? '').replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  return Object.fromEntries(lines.map((line) => line.split(/[:;]([^]*)/, 2) as [string, string]));
}

function onlyMail() {
  const [mail, ...more] = receiver.mails;
  if (!mail || more.length > 0) throw new Error('not one mail came');
  return mail;
}

const utc = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

it('invites who booked, in their language and their time zone', async () => {
  const id = await storeMeeting();
  await plan('meeting-booked', id);
  expect(await send()).toEqual(['sent']);
  const mail = onlyMail();
  const { text = '', subject } = mail.parsed;
  const time = startsAt.toLocaleTimeString('nl-NL', { timeZone: 'Europe/London', timeStyle: 'short' });
  expect(mail.to).toEqual(['You@example.org']);
  expect(subject).toMatch(/^Geboekt: Gratis gesprek, /);
  expect(text).toContain(`${time} (Europe/London)`);
  expect(text).toContain('https://meet.example/an');
  const token = signLinkToken(testMailSettings.linkSecret, 'meeting-tokens', id);
  expect(text).toContain(`https://site.example/api/bookings/meeting?token=${token}&language=nl`);
  expect(mail.raw).toMatch(/content-type: text\/calendar; charset=utf-8; method=REQUEST/i);
  expect(calendarOf(mail.parsed)).toMatchObject({
    METHOD: 'REQUEST',
    UID: `${id}@site.example`,
    SEQUENCE: '0',
    DTSTART: utc(startsAt),
    STATUS: 'CONFIRMED',
    ORGANIZER: expect.stringMatching(/mailto:door@example\.org$/i) as string,
    ATTENDEE: expect.stringMatching(/mailto:You@example\.org$/i) as string,
  });
});

it('says where it is now, if the owner has moved her room', async () => {
  const [kind] = defaultCalendar.kinds as [MeetingKind];
  const settings = {
    ...defaultCalendar,
    kinds: [{ ...kind, place: { kind: 'address', text: 'Kade 1, Delft' } }],
  };
  await query('insert into calendar (settings, version) values ($1, 1)', [settings]);
  await plan('meeting-reminder', await storeMeeting());
  expect(await send()).toEqual(['sent']);
  const mail = onlyMail();
  expect(mail.parsed.text).toContain('Kade 1, Delft');
  // The visitor's calendar has it.
  expect(mail.raw).not.toMatch(/text\/calendar/i);
});

it('takes it out of their calendar once it is cancelled', async () => {
  const id = await storeMeeting({ state: 'cancelled', sequence: 1 });
  await plan('meeting-cancelled', id, 1);
  expect(await send()).toEqual(['sent']);
  const mail = onlyMail();
  expect(calendarOf(mail.parsed)).toMatchObject({ METHOD: 'CANCEL', SEQUENCE: '1', STATUS: 'CANCELLED' });
  expect(mail.parsed.text).toContain('https://site.example/nl/booking');
});

describe('nothing is sent', () => {
  it.each<[string, MeetingMail, Record<string, unknown>]>([
    ['superseded', 'meeting-reminder', { sequence: 1 }],
    ['superseded', 'meeting-reminder', { state: 'cancelled' }],
    ['superseded', 'meeting-booked', { state: 'no-show' }],
    ['expired', 'meeting-reminder', { starts_at: new Date(Date.now() - hourMs) }],
    ['odd-address', 'meeting-booked', { email: 'a,b@example.org' }],
  ])('(%s): %s of %j', async (reason, type, given) => {
    await plan(type, await storeMeeting(given));
    expect(await send()).toEqual([reason]);
    expect(receiver.mails).toEqual([]);
  });

  it('to an address that mail came back from since it was booked', async () => {
    const bounced = `insert into bounces (email, bounced_at, status) values ('you@example.org', now(), '5.1.1')`;
    await query(bounced);
    await plan('meeting-booked', await storeMeeting({ booked_at: new Date(Date.now() - hourMs) }));
    expect(await send()).toEqual(['bounced']);
    // It may be a new mailbox by now.
    await plan('meeting-booked', await storeMeeting({ booked_at: new Date(Date.now() + hourMs) }));
    expect(await send()).toEqual(['bounced', 'sent']);
  });

  it('once its person is erased', async () => {
    await plan('meeting-booked', newEventId().id);
    expect(await send()).toEqual(['erased']);
  });
});
