import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useApp, useJobs, useOwner } from '../testing/hooks.js';
import { parseWebhook } from './parse-webhook.js';

const secrets = { calendly: 'the-key-of-calendly', cal: 'the-secret-of-cal-com' };
const test = useApp({ BOOKING_CALENDLY_SECRET: secrets.calendly, BOOKING_CAL_SECRET: secrets.cal });
const jobs = useJobs(test);
const owner = useOwner(test);

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
const seconds = () => Math.floor(Date.now() / 1_000);

/** The format of developer.calendly.com, without the fields we don't read. */
const calendly = (event: string, more: object = {}) => ({
  event,
  created_at: '2026-03-10T12:00:00.000000Z',
  created_by: 'https://api.calendly.com/users/AAAA',
  payload: {
    email: 'Anna@Example.org',
    event: 'https://api.calendly.com/scheduled_events/BBBB',
    name: 'Anna',
    new_invitee: null,
    old_invitee: null,
    rescheduled: false,
    status: 'active',
    uri: 'https://api.calendly.com/scheduled_events/BBBB/invitees/CCCC',
    scheduled_event: { start_time: '2026-03-12T09:00:00.000000Z', name: '30 minutes' },
    ...more,
  },
});

/** The shape of cal.com/docs, version 2021-10-20. */
const cal = (triggerEvent: string, more: object = {}) => ({
  triggerEvent,
  createdAt: '2026-03-10T12:00:00.000Z',
  payload: {
    title: '30min between Owner and Anna',
    startTime: '2026-03-12T09:00:00Z',
    organizer: { email: 'owner@example.org', timeZone: 'UTC' },
    responses: { email: { label: 'email_address', value: 'anna@example.org', isHidden: false } },
    attendees: [{ email: 'anna@example.org', name: 'Anna', timeZone: 'UTC' }],
    uid: 'bFJeNb2uX8ANpT3JL5EfXw',
    status: 'ACCEPTED',
    ...more,
  },
});

function post(provider: string, text: string, headers: Record<string, string>) {
  return test.http.post(`/api/bookings/${provider}`).type('json').set(headers).send(text);
}
const signedByCalendly = (text: string, at = seconds()) => ({
  'calendly-webhook-signature': `t=${at},v1=${hmac(secrets.calendly, `${at}.${text}`)}`,
});
const signedByCal = (text: string) => ({ 'x-cal-signature-256': hmac(secrets.cal, text) });

it('takes what Calendly signed, under one id however often it is sent', async () => {
  const text = JSON.stringify(calendly('invitee.created'), null, 1);
  const first = await post('calendly', text, signedByCalendly(text)).expect(202);
  const second = await post('calendly', text, signedByCalendly(text, seconds() - 60)).expect(202);
  expect(second.body).toEqual(first.body);
  const waiting = await jobs.of('signups');
  expect(waiting.map(({ name, data }) => [name, data as unknown])).toEqual([
    [
      'record-booking',
      {
        id: (first.body as { ids: string[] }).ids[0],
        receivedAt: expect.any(String) as string,
        provider: 'calendly',
        booking: 'https://api.calendly.com/scheduled_events/BBBB/invitees/CCCC',
        status: 'booked',
        email: 'Anna@Example.org',
        startsAt: '2026-03-12T09:00:00.000Z',
        occurredAt: '2026-03-10T12:00:00.000Z',
      },
    ],
  ]);
});

it('takes what Cal.com signed, in whatever capitals the signature is', async () => {
  const text = JSON.stringify(cal('BOOKING_CREATED'));
  const signature = hmac(secrets.cal, text).toUpperCase();
  await post('cal', text, { 'x-cal-signature-256': signature }).expect(202);
  expect(await jobs.count()).toBe(1);
});

it('answers 200 to what is not kept, and keeps nothing', async () => {
  const text = JSON.stringify(cal('MEETING_ENDED'));
  const answer = await post('cal', text, signedByCal(text)).expect(200);
  expect(answer.body).toEqual({ ids: [] });
  expect(await jobs.count()).toBe(0);
});

describe('refuses', () => {
  const text = JSON.stringify(calendly('invitee.created'));
  it.each<[string, number, string, Record<string, string>]>([
    ['no signature', 401, 'calendly', {}],
    ['a signature of another body', 401, 'calendly', signedByCalendly(`${text} `)],
    ['one of four minutes ago', 401, 'calendly', signedByCalendly(text, seconds() - 240)],
    ['one of four minutes ahead', 401, 'calendly', signedByCalendly(text, seconds() + 240)],
    ['another secret', 401, 'cal', { 'x-cal-signature-256': hmac(secrets.calendly, text) }],
    ['a signature cut short', 401, 'cal', { 'x-cal-signature-256': hmac(secrets.cal, text).slice(2) }],
    ['a calendar that is not set up', 404, 'custom', { 'x-booking-signature': hmac('', text) }],
    ['one that nobody knows', 404, 'zoom', {}],
  ])('%s', async (_name, status, provider, headers) => {
    await post(provider, text, headers).expect(status);
    expect(await jobs.count()).toBe(0);
  });

  it.each([
    ['no JSON', '{', 'malformed-json'],
    [
      'a booking of nobody',
      JSON.stringify(cal('BOOKING_CREATED', { responses: {}, attendees: [] })),
      'invalid-body',
    ],
    [
      '30 February',
      JSON.stringify(cal('BOOKING_CREATED', { startTime: '2026-02-30T09:00:00Z' })),
      'invalid-body',
    ],
    ['too deep a body', '['.repeat(5_000), 'invalid-body'],
  ])('%s, though it is signed', async (_name, body, code) => {
    const refused = await post('cal', body, signedByCal(body)).expect(400);
    expect(refused.body).toMatchObject({ code });
    expect(await jobs.count()).toBe(0);
  });
});

it('keeps twenty attendees of one webhook, and says how many it left out', async () => {
  const attendees = Array.from({ length: 900 }, (_, n) => ({ email: `${n}@b.nl` }));
  const text = JSON.stringify(cal('BOOKING_NO_SHOW_UPDATED', { bookingUid: 'a', attendees }));
  const answer = await post('cal', text, signedByCal(text)).expect(202);
  expect((answer.body as { ids: string[] }).ids).toHaveLength(20);
  expect(answer.body).toMatchObject({ leftOut: 880 });
  expect(await jobs.count()).toBe(20);
});

describe('reads', () => {
  const receivedAt = '2026-03-10T12:00:01.000Z';
  const read = (
    ...given: Parameters<typeof parseWebhook> extends [infer P, unknown, unknown] ? [P, unknown] : never
  ) =>
    parseWebhook(...given, { receivedAt }).map(({ status, booking, replaces }) => ({
      status,
      booking,
      replaces,
    }));
  const invitee = 'https://api.calendly.com/scheduled_events/BBBB/invitees/CCCC';
  const uid = 'bFJeNb2uX8ANpT3JL5EfXw';

  it.each([
    ['cancelled', calendly('invitee.canceled', { status: 'canceled' }), 'cancelled', undefined],
    ['moved', calendly('invitee.created', { old_invitee: 'https://old' }), 'moved', 'https://old'],
    ['a no-show', calendly('invitee_no_show.created', { no_show: { uri: 'x' } }), 'no-show', undefined],
    ['that one taken back', calendly('invitee_no_show.deleted'), 'attended', undefined],
  ])('Calendly: %s', (_name, body, status, replaces) => {
    expect(read('calendly', body)).toEqual([{ status, booking: invitee, replaces }]);
  });

  it('a move in Calendly once, at its new time', () => {
    expect(read('calendly', calendly('invitee.canceled', { rescheduled: true }))).toEqual([]);
  });

  it.each([
    ['cancelled', cal('BOOKING_CANCELLED', { status: 'CANCELLED' }), 'cancelled', undefined],
    ['moved', cal('BOOKING_RESCHEDULED', { rescheduleUid: 'old' }), 'moved', 'old'],
  ])('Cal.com: %s', (_name, body, status, replaces) => {
    expect(read('cal', body)).toEqual([{ status, booking: uid, replaces }]);
  });

  it('Cal.com: a no-show, and one taken back', () => {
    const attendees = [
      { email: 'anna@example.org', noShow: true },
      { email: 'bob@example.org', noShow: false },
    ];
    const body = {
      ...cal('BOOKING_NO_SHOW_UPDATED'),
      payload: { attendees, bookingUid: uid, bookingId: 31 },
    };
    expect(read('cal', body)).toEqual([
      { status: 'no-show', booking: uid, replaces: undefined },
      { status: 'attended', booking: uid, replaces: undefined },
    ]);
  });

  it('Cal.com: who booked by text message, by their number', () => {
    const sms = { email: '31612345678@sms.cal.com' };
    const person = (body: object) =>
      parseWebhook('cal', body, { receivedAt }).map(({ email, phone }) => ({ email, phone }));
    const byPhone = { email: undefined, phone: '+31612345678' };
    const attendeePhoneNumber = { value: '+31612345678' };
    const created = (email: string, more = {}) =>
      cal('BOOKING_CREATED', { attendees: [sms], responses: { email: { value: email }, ...more } });
    expect(person(created('', { attendeePhoneNumber }))).toEqual([byPhone]);
    expect(person(created('', {}))).toEqual([byPhone]);
    expect(person(created(sms.email))).toEqual([byPhone]);
    expect(
      person(
        cal('BOOKING_CANCELLED', { responses: {}, attendees: [{ email: '', phoneNumber: '+31612345678' }] }),
      ),
    ).toEqual([byPhone]);
    expect(person(created('anna@example.org', { attendeePhoneNumber }))).toEqual([
      { email: 'anna@example.org', phone: undefined },
    ]);
    const noShow = cal('BOOKING_NO_SHOW_UPDATED', { bookingUid: uid, attendees: [{ ...sms, noShow: true }] });
    expect(person(noShow)).toEqual([byPhone]);
  });

  const cases = new URL('../../../../shared/data/cases/cal-phone-only.json', import.meta.url);
  it.skipIf(!existsSync(cases))(
    'the booking by phone in the shared cases (absent outside of our machines)',
    () => {
      const body = JSON.parse(readFileSync(cases, 'utf8')) as object;
      expect(parseWebhook('cal', body, { receivedAt })).toMatchObject([
        { status: 'booked', booking: 'uid-3', phone: '+31612345678' },
      ]);
    },
  );

  it('the same words of a calendar that gives no time, at another moment, as another event', () => {
    const mapping = { id: 'id', email: 'email', status: 'is', statuses: { on: 'booked' as const } };
    const idAt = (time: string) =>
      parseWebhook('custom', { id: 7, email: 'a@b.nl', is: 'on' }, { receivedAt: time, mapping })[0]?.id;
    expect(idAt('2026-03-10T12:00:00.000Z')).toBe(idAt('2026-03-10T12:00:00.000Z'));
    expect(idAt('2026-03-10T12:00:00.000Z')).not.toBe(idAt('2026-03-10T12:01:00.000Z'));
  });

  it('any other calendar by its mapping', () => {
    const mapping = {
      ...{ id: 'data.id', email: 'data.guests.0.mail', status: 'type', start: 'data.from' },
      statuses: { 'appointment.made': 'booked' as const },
    };
    const body = (type: string) => ({
      type,
      data: { id: 7, guests: [{ mail: 'anna@example.org' }], from: '2026-03-12T10:00:00+01:00' },
    });
    expect(parseWebhook('custom', body('appointment.made'), { receivedAt, mapping })).toMatchObject([
      { status: 'booked', booking: '7', email: 'anna@example.org', startsAt: '2026-03-12T09:00:00.000Z' },
    ]);
    expect(parseWebhook('custom', body('appointment.seen'), { receivedAt, mapping })).toEqual([]);
  });
});

it('shows the owner bookings without a lead, in their current state', async () => {
  const { dataSource } = test.database;
  await dataSource.query(
    `insert into booking_events (id, provider, booking, replaces, status, email, occurred_at, received_at) values
      (gen_random_uuid(), 'cal', 'a', null, 'booked', 'anna@example.org', '2026-03-10T12:00Z', now()),
      (gen_random_uuid(), 'cal', 'b', 'a', 'moved', 'Anna@example.org', '2026-03-10T13:00Z', now()),
      (gen_random_uuid(), 'cal', 'b', null, 'cancelled', 'anna@example.org', '2026-03-10T14:00Z', now()),
      (gen_random_uuid(), 'cal', 'c', null, 'booked', 'Lead@example.org', '2026-03-10T12:00Z', now())`,
  );
  await dataSource.query(
    `insert into leads (id, kind, email, client_timestamp, received_at)
    values ($1, 'question', 'lead@Example.org', 'x', now())`,
    [leadId],
  );
  const answer = await owner.get('/api/admin/bookings').expect(200);
  expect(answer.body).toMatchObject({ bookings: [{ status: 'cancelled', email: 'anna@example.org' }] });
  expect((answer.body as { bookings: unknown[] }).bookings).toHaveLength(1);
  await dataSource.query(
    `insert into booking_events (id, provider, booking, status, phone, occurred_at, received_at)
    values (gen_random_uuid(), 'cal', 'd', 'booked', '+31612345678', now(), now())`,
  );
  const withPhone = await owner.get('/api/admin/bookings').expect(200);
  expect(withPhone.body).toMatchObject({ bookings: [{ email: null, phone: '+31612345678' }, {}] });
  await dataSource.query(`update leads set phone = '+31 6 1234 5678'`);
  const lead = await owner.get(`/api/admin/leads/${leadId}`).expect(200);
  expect(lead.body).toMatchObject({ bookings: [{ startsAt: null }, { startsAt: null }] });
});
const leadId = '0199a1b2-c3d4-7000-8000-000000000001';
