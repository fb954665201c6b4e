import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import type { MailSettings } from '../platform/mail-settings.js';
import { mailDestination } from '../outbox/mail-destination.js';
import { testMailSettings } from '../testing/mail-settings.js';
import { sendDue } from '../testing/send-due.js';
import { weekOf } from './letter-week.js';
import { planDueLetter } from './plan-due-letter.js';
import { readWeek } from './read-week.js';
import { useDatabase, useSmtpReceiver } from '../testing/hooks.js';

const zone = 'Europe/Amsterdam';
const database = useDatabase();
const receiver = useSmtpReceiver();

const { query } = database;
const toOwner = (settings: MailSettings) =>
  mailDestination(database.dataSource, { current: { ...settings, smtpUrl: receiver.url } });
const plan = (now: string) => planDueLetter(database.dataSource, new Date(now), zone);
const weeks = async () =>
  (await query(`select payload->>'week' as week from outbox where type = 'weekly-letter' order by week`)).map(
    ({ week }) => week,
  );

describe('is planned', () => {
  it.each([
    ['in winter', '2026-11-23T06:59:59Z', '2026-11-23T07:00:00Z', '2026-11-16'],
    ['in summer', '2026-07-06T05:59:59Z', '2026-07-06T06:00:00Z', '2026-06-29'],
    [
      'on the Monday after the clock went forward',
      '2026-03-30T05:59:59Z',
      '2026-03-30T06:00:00Z',
      '2026-03-23',
    ],
    ['on the Monday after it went back', '2026-10-26T06:59:59Z', '2026-10-26T07:00:00Z', '2026-10-19'],
  ])('from Monday 8:00 on %s', async (_name, before, from, week) => {
    await plan(before);
    expect(await weeks()).toEqual([]);
    await plan(from);
    expect(await weeks()).toEqual([week]);
  });

  it('once a week, however often and by however many', async () => {
    await Promise.all(Array.from({ length: 8 }, () => plan('2026-11-23T07:00:00Z')));
    await plan('2026-11-24T10:00:00Z');
    await plan('2026-11-30T07:00:00Z');
    expect(await weeks()).toEqual(['2026-11-16', '2026-11-23']);
  });

  it('up to two days late, and not when it is old news', async () => {
    await plan('2026-11-25T07:00:00Z');
    expect(await weeks()).toEqual([]);
    await plan('2026-11-25T06:59:59Z');
    expect(await weeks()).toEqual(['2026-11-16']);
  });
});

/** The week of 16 November, and the days around it. */
async function fillDays(): Promise<void> {
  const days: [string, number][] = [
    ['2026-11-08', 1_000],
    ['2026-11-09', 30],
    ['2026-11-15', 20],
    ['2026-11-16', 100],
    ['2026-11-22', 40],
    ['2026-11-23', 1_000],
  ];
  for (const [day, people] of days) {
    await query(
      `insert into days (day, people, people_by_hour, bots, visitors) values ($1, $2, '{}', 7, $2 / 10)`,
      [day, people],
    );
    for (const [dimension, value, views] of [
      ['referrer', 'news.example', people / 5],
      ['referrer', 'b.example', 5],
      ['page', '/rare', 1],
      ['page', '/learn', people / 2],
    ])
      await query(
        `insert into values_by_day (dimension, day, key, value, views) values ($1, $2, md5($3)::uuid, $3, $4)`,
        [...[dimension, day, value, views]],
      );
    await query(
      `insert into videos_by_day (day, video_id, title, views, viewers, views_by_second, watched_seconds)
      values ($1, 'one', 'One', $2, 1, '{}', 60)`,
      [day, people / 10],
    );
  }
}

async function addLead(receivedAt: string, given: { kind?: string; status?: string; verdict?: string } = {}) {
  const { kind = 'question', status = 'new', verdict = 'accepted' } = given;
  await query(
    `insert into leads (id, kind, status, verdict, email, client_timestamp, received_at)
    values ($1, $2, $3, $4, 'you@example.org', '', $5)`,
    [uuidv7(), kind, status, verdict, receivedAt],
  );
}

it('reads a week and the one before, in days of the site', async () => {
  await fillDays();
  await addLead('2026-11-15T22:59:59Z'); // Sunday, in Amsterdam
  await addLead('2026-11-15T23:00:00Z'); // Monday
  await addLead('2026-11-20T12:00:00Z', { status: 'answered' });
  await addLead('2026-11-20T12:00:00Z', { kind: 'newsletter' });
  await addLead('2026-11-20T12:00:00Z', { verdict: 'quarantined' });
  await addLead('2026-11-22T23:00:00Z'); // Monday again
  await query(
    `insert into subscribers (email, id, state, language, lead_id, requested_at, confirmed_at) values
      ('a@example.org', gen_random_uuid(), 'confirmed', 'NL', gen_random_uuid(), now(), '2026-11-22T22:59:59Z'),
      ('b@example.org', gen_random_uuid(), 'unsubscribed', 'NL', gen_random_uuid(), now(), '2026-11-20T12:00:00Z')`,
  );
  expect(await readWeek(database.dataSource.manager, weekOf('2026-11-16', zone))).toEqual({
    expiring: null,
    visits: { now: 140, before: 50 },
    visitors: { now: 14, before: 5 },
    referred: { now: 38, before: 20 },
    hosts: [
      { host: 'news.example', visits: 28 },
      { host: 'b.example', visits: 10 },
    ],
    bestPage: { page: '/learn', now: 70, before: 25 },
    leads: { now: 3, before: 1 },
    asked: 2,
    waiting: 1,
    leadSources: [{ source: null, leads: 3 }],
    booked: { now: 0, before: 0 },
    meetingSources: [],
    meetings: { held: 0, missed: 0, open: 0 },
    changes: [],
    failed: 0,
    subscribers: { now: 1, before: 0 },
    videoViews: { now: 14, before: 5 },
  });
});

it('reads where leads came from, what was edited and what failed', async () => {
  for (const [referrer, source, receivedAt] of [
    ['https://www.News.example/a?b', null, '2026-11-16T12:00:00Z'],
    ['https://www.news.example', null, '2026-11-20T12:00:00Z'],
    ['https://www.news.example', 'letter', '2026-11-20T12:00:00Z'],
    [null, null, '2026-11-22T22:59:59Z'],
    ['https://www.news.example', null, '2026-11-22T23:00:00Z'],
  ])
    await query(
      `insert into leads (id, kind, email, client_timestamp, received_at, visit_match, referrer, utm_source)
      values ($1, 'question', 'you@example.org', '', $2, 'certain', $3, $4)`,
      [uuidv7(), receivedAt, referrer, source],
    );
  for (const [key, editedAt] of [
    ['learn.lead', '2026-11-15T22:00:00Z'],
    ['home.hero.lead', '2026-11-17T12:00:00Z'],
    ['admin.logout', '2026-11-17T12:00:00Z'],
    ['legal.intro', '2026-11-17T12:00:00Z'],
    ['learn.lead', '2026-11-22T23:00:00Z'],
  ])
    await query(
      `insert into text_edits (id, language, key, old_value, new_value, edited_at) values ($1, 'en', $2, 'a', 'b', $3)`,
      [uuidv7(), key, editedAt],
    );
  for (const [state, createdAt] of [
    ['failed', '2026-11-15T22:59:59Z'],
    ['failed', '2026-11-15T23:00:00Z'],
    ['sent', '2026-11-20T12:00:00Z'],
  ])
    await query(
      `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, state, created_at)
      values ($1, 'webhook', 'question', 'question', $1, '{}', $3, $2, $3)`,
      [uuidv7(), state, createdAt],
    );
  const { leadSources, changes, failed } = await readWeek(
    database.dataSource.manager,
    weekOf('2026-11-16', zone),
  );
  expect(leadSources).toEqual([
    { source: 'www.news.example', leads: 2 },
    { source: '', leads: 1 },
    { source: 'letter', leads: 1 },
  ]);
  expect(changes.map(({ place, language, day, effect }) => [place, language, day, effect.verdict])).toEqual([
    ['home', 'en', '2026-11-17', 'too-little-data'],
  ]);
  expect(failed).toBe(1);
});

it('reads how many meetings were booked, from where, and what became of those of the week', async () => {
  const leadId = uuidv7();
  await query(
    `insert into leads (id, kind, email, client_timestamp, received_at, visit_match, referrer)
    values ($1, 'booking', 'you@example.org', '', '2026-11-16T12:00:00Z', 'certain', 'https://news.example/')`,
    [leadId],
  );
  for (const [state, bookedAt, startsAt, lead] of [
    ['done', '2026-11-15T22:59:59Z', '2026-11-15T23:00:00Z', leadId], // booked on Sunday, held on Monday
    ['booked', '2026-11-15T23:00:00Z', '2026-11-22T22:30:00Z', leadId],
    ['no-show', '2026-11-16T12:00:00Z', '2026-11-20T12:00:00Z', leadId],
    ['cancelled', '2026-11-16T12:00:00Z', '2026-11-20T12:00:00Z', uuidv7()],
    ['booked', '2026-11-22T23:00:00Z', '2026-11-22T23:00:00Z', leadId], // both on Monday again
    ['held', null, '2026-11-20T12:00:00Z', null],
  ])
    await query(
      `insert into meetings (id, state, kind, starts_at, ends_at, blocked, booked_at, lead_id)
      values ($1, $2, 'call', $3, $3, tstzrange($3, $3), $4, $5)`,
      [uuidv7(), state, startsAt, bookedAt, lead],
    );
  expect(await readWeek(database.dataSource.manager, weekOf('2026-11-16', zone))).toMatchObject({
    booked: { now: 3, before: 1 },
    meetingSources: [
      { source: 'news.example', leads: 2 },
      { source: null, leads: 1 },
    ],
    meetings: { held: 1, missed: 1, open: 1 },
  });
});

it('comes to the owner once, in her language, with the figures of its week', async () => {
  await fillDays();
  await plan('2026-11-23T07:00:00Z');
  const [{ id } = {}] = await query('select id from outbox');
  const settings = { ...testMailSettings, ownerLanguage: 'nl' as const };
  const send = async () => [...(await sendDue(database.dataSource, [toOwner(settings)])).values()];
  expect([await send(), await send()]).toEqual([['sent'], []]);
  expect(receiver.mails.map(({ to }) => to)).toEqual([['owner@example.org']]);
  const { parsed } = receiver.mails[0] ?? {};
  expect(parsed?.subject).toBe('Voordeur: de week van 16 november tot en met 22 november');
  expect(parsed?.messageId).toBe(`<${String(id)}@site.example>`);
  expect(parsed?.text).toContain('Je site had vorige week 140 paginaweergaven');
  expect(parsed?.html).toContain('Je best bekeken pagina was /learn met 70 paginaweergaven');
  expect(await query('select state, attempts from outbox')).toEqual([{ state: 'sent', attempts: 1 }]);
});

it('comes of an empty site too', async () => {
  await plan('2026-11-23T07:00:00Z');
  const [{ id } = {}] = await query('select id from outbox');
  expect(await sendDue(database.dataSource, [toOwner(testMailSettings)])).toEqual(new Map([[id, 'sent']]));
  expect(receiver.mails[0]?.parsed.text).toContain('No leads came in');
});
