import { PushKey, type PushType } from '@voordeur/contracts/db';
import type { LeadKind, TextLanguage } from '@voordeur/contracts/http';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import { planEffect } from '@voordeur/server';
import { DateTime } from 'luxon';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptLead } from '../leads/accept-lead.js';
import { LeadFollowUp } from '../leads/lead-follow-up.js';
import { releaseLead } from '../leads/release-lead.js';
import { LiveMail } from '../mail/live-mail.js';
import { loadConfig } from '../platform/config.js';
import { ensurePushKey } from '../push/push-key.js';
import { useDatabase } from '../testing/hooks.js';
import { testIntake } from '../testing/intake.js';
import { sendDue } from '../testing/send-due.js';
import { startPushService } from '../testing/start-push-service.js';
import { pushDestination } from './push-destination.js';
import { Webhooks } from './webhooks.js';

const database = useDatabase();
const { query } = database;
const timeZone = 'Europe/Amsterdam';
let service: Awaited<ReturnType<typeof startPushService>>;
let publicKey: Buffer;

const configWith = (jwtSecret = 'a-secret-of-the-tests') =>
  loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    PUBLIC_URL: 'https://site.example',
    JWT_SECRET: jwtSecret,
    TIME_ZONE: timeZone,
  });

beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ publicKey } = await ensurePushKey(database.dataSource, 'a-secret-of-the-tests'));
});

async function subscribe(name: string, language: TextLanguage = 'en') {
  const { browser, ...keys } = service.addBrowser(name, () => publicKey);
  await query(
    `insert into push_subscriptions (id, endpoint, p256dh, auth, language) values ($1, $2, $3, $4, $5)`,
    [uuidv7(), keys.endpoint, keys.p256dh, keys.auth, language],
  );
  return browser;
}

function send(how = service.how) {
  const { push } = configWith();
  if (!push) throw new Error('no settings for pushes');
  return sendDue(database.dataSource, [pushDestination(database.dataSource, push, how)]);
}

const makeDue = () => query(`update outbox set due_at = now() where state = 'waiting'`);

/** A worker stores a lead, as its job comes. */
async function store(kind: AcceptLead['kind'] = 'question', given: Partial<AcceptLead> = {}) {
  const config = configWith();
  const followUp = new LeadFollowUp(
    new Webhooks(database.dataSource, config),
    new LiveMail(database.dataSource, config),
    config,
  );
  const id = uuidv7();
  const now = new Date().toISOString();
  const lead: AcceptLead = {
    ...{ id, kind, email: `${id}@example.org`, language: 'NL', receivedAt: now, timestamp: now },
    ...{ address: '203.0.113.7', userAgent: 'A browser', ...given },
  };
  const context = {
    ...(await testIntake(database.dataSource, timeZone)),
    followUp: (...leads: Parameters<LeadFollowUp['plan']>) => followUp.plan(...leads),
  };
  await acceptLead(id, lead, context);
  await acceptLead(id, lead, context);
  return { id, context };
}

const pushes = () =>
  query(`select type, state, last_error, lead_id from outbox where kind = 'push' order by id`);
const states = async () => (await pushes()).map(({ state, last_error: error }) => [state, error]);

/** Settings of the owner: quiet from an hour ago until in `hours` hours. */
async function beQuiet({ kinds = ['question', 'setups', 'proposal'] as LeadKind[], hours = 1 } = {}) {
  const at = (minutes: number) => DateTime.now().setZone(timeZone).plus({ minutes }).toFormat('HH:mm');
  await query(
    `insert into push_settings (kinds, quiet_from, quiet_to) values ($1, $2, $3)
    on conflict ("only") do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`,
    [kinds, at(-60), at(hours * 60)],
  );
}
const endQuiet = () => query('update push_settings set quiet_from = null, quiet_to = null');

describe('a lead', () => {
  it('is on every device of the owner, in that device’s language, and says nothing about who wrote', async () => {
    const phone = await subscribe('phone', 'nl');
    const laptop = await subscribe('laptop');
    const { id } = await store('question', { idea: 'Is Thursday fine?', phone: '+31 6 12345678' });
    await send();
    const [row] = await query('select outbox.id, received_at from outbox join leads on leads.id = lead_id');
    const due = (language: string) =>
      DateTime.fromJSDate(row?.['received_at'] as Date, { zone: timeZone })
        .setLocale(language)
        .plus({ hours: 24 })
        .toFormat('cccc HH:mm');
    const common = { navigate: 'https://site.example/admin/leads', tag: row?.['id'] };
    expect(phone.received.map(({ message }) => message)).toEqual([
      {
        web_push: 8030,
        notification: { title: 'Een vraag', body: `Antwoord voor ${due('nl')}`, lang: 'nl', ...common },
      },
    ]);
    expect(laptop.received.map(({ message }) => message)).toEqual([
      {
        web_push: 8030,
        notification: { title: 'A question', body: `Answer by ${due('en')}`, lang: 'en', ...common },
      },
    ]);
    expect(phone.received[0]?.headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' },
      topic: String(row?.['id']).replaceAll('-', ''),
    });
    expect(await pushes()).toEqual([{ type: 'lead-notice', state: 'sent', last_error: null, lead_id: id }]);
    const [device] = await query('select last_success_at from push_subscriptions limit 1');
    expect(device?.['last_success_at']).toBeInstanceOf(Date);
    await send();
    expect(phone.asked).toBe(1);
  });

  it('makes no push without a device, nor of a kind that she switched off', async () => {
    await store();
    await subscribe('phone');
    await store('newsletter');
    expect(await pushes()).toEqual([]);
    await query(`insert into push_settings (kinds) values ('{newsletter}')`);
    await store('question');
    expect(await pushes()).toEqual([]);
    const phone = await subscribe('tablet');
    await store('newsletter');
    await send();
    expect(phone.received[0]?.message).toMatchObject({
      notification: { title: 'A newsletter sign-up', body: 'No answer is needed.' },
    });
  });

  it('has the mark that the owner uploaded', async () => {
    const phone = await subscribe('phone');
    const hash = '0'.repeat(32);
    await query(`insert into site_settings (key, value) values ('mark', $1)`, [
      JSON.stringify(`/files/${hash}-mark.webp`),
    ]);
    await store();
    await send();
    expect(phone.received[0]?.message).toMatchObject({
      notification: { icon: `https://site.example/files/${hash}-mark-192.png` },
    });
  });

  it('that is a booking makes none: the api plans it with the booking', async () => {
    await subscribe('phone');
    await store('question', { isBooking: true });
    expect(await pushes()).toEqual([]);
  });

  it('tells a proposed time from a question', async () => {
    const phone = await subscribe('phone');
    await store('question', { isProposal: true });
    await send();
    expect(phone.received[0]?.message).toMatchObject({
      notification: { title: 'A proposed time for a call' },
    });
  });

  it('in quarantine makes a push once it is released, and no second one', async () => {
    const phone = await subscribe('phone');
    const { id, context } = await store('question', { honeypot: true });
    expect(await pushes()).toEqual([]);
    await releaseLead(uuidv7(), { leadId: id }, context);
    await releaseLead(uuidv7(), { leadId: id }, context);
    await send();
    expect(phone.received).toHaveLength(1);
    expect(await pushes()).toHaveLength(1);
  });

  it.each([
    ['answered', `update leads set status = 'answered', answered_at = now()`],
    ['quarantined', `update leads set verdict = 'quarantined'`],
    ['erased', `delete from leads`],
  ])('that is %s by then makes no push', async (reason, sql) => {
    const phone = await subscribe('phone');
    await store();
    await query(sql);
    await send();
    expect(phone.asked).toBe(0);
    expect(await states()).toEqual([['dropped', reason]]);
  });
});

describe('a meeting', () => {
  const local = DateTime.now().setZone(timeZone).set({ hour: 10, minute: 30, second: 0, millisecond: 0 });

  async function plan(status: string, startsAt: DateTime, sequence = 0) {
    const id = uuidv7();
    await query(
      `insert into meetings (id, state, kind, starts_at, ends_at, blocked, name, sequence)
      values ($1, 'booked', 'call', $2, $2, tstzrange($2, $2), 'Anna', $3)`,
      [id, startsAt.toJSDate(), sequence],
    );
    const push = { kind: 'push', destination: 'push', type: 'meeting-notice' satisfies PushType } as const;
    const payload = { meetingId: id, sequence: 0, status };
    await planEffect(database.dataSource, { ...push, eventId: uuidv7(), payload });
  }

  it.each([
    ['booked', 1, 'A booking', 'Tomorrow 10:30'],
    ['moved', 0, 'A booking was moved', 'Today 10:30'],
    ['cancelled', 2, 'A booking was cancelled', null],
  ])('says that it is %s and when, and not with whom', async (status, days, title, body) => {
    const phone = await subscribe('phone');
    const startsAt = local.plus({ days });
    await plan(status, startsAt);
    await send();
    const day = startsAt
      .setLocale('en-GB')
      .toLocaleString({ weekday: 'long', day: 'numeric', month: 'long' });
    expect(phone.received.map(({ message }) => message)).toMatchObject([
      {
        notification: {
          ...{ title, body: body ?? `${day} 10:30` },
          navigate: 'https://site.example/admin/calendar',
        },
      },
    ]);
    expect(JSON.stringify(phone.received)).not.toContain('Anna');
  });

  it('that has changed again says nothing of the change before', async () => {
    const phone = await subscribe('phone', 'nl');
    await plan('booked', local.plus({ days: 1 }), 1);
    await send();
    expect(phone.asked).toBe(0);
    expect(await states()).toEqual([['dropped', 'superseded']]);
    await query('delete from meetings');
    await query(`update outbox set state = 'waiting', due_at = now()`);
    await send();
    expect(await states()).toEqual([['dropped', 'erased']]);
  });
});

describe('a device', () => {
  it('that is gone is removed, and the others get their push', async () => {
    const gone = await subscribe('gone');
    const phone = await subscribe('phone');
    gone.answers.push(410);
    await store();
    await send();
    expect(phone.received).toHaveLength(1);
    expect(await states()).toEqual([['sent', null]]);
    expect(await query(`select endpoint ~ '/phone$' as "isPhone" from push_subscriptions`)).toEqual([
      { isPhone: true },
    ]);
  });

  it.each([404, 410])('that was the only one leaves nobody to send to (%i)', async (status) => {
    const gone = await subscribe('gone');
    gone.answers.push(status);
    await store();
    await send();
    expect(await states()).toEqual([['dropped', 'no-device']]);
    await store();
    expect(await pushes()).toHaveLength(1);
  });

  it('gets it later where its service is down, and the others no second time', async () => {
    const phone = await subscribe('phone');
    const laptop = await subscribe('laptop');
    laptop.answers.push(503, 429);
    await store();
    await send();
    expect(await states()).toEqual([['waiting', '503']]);
    await makeDue();
    await send();
    await makeDue();
    await send();
    expect(await states()).toEqual([['sent', null]]);
    expect([phone.asked, phone.received.length]).toEqual([1, 1]);
    expect([laptop.asked, laptop.received.length]).toEqual([3, 1]);
  });

  it('that refuses the push for good is not asked again', async () => {
    const phone = await subscribe('phone');
    phone.answers.push(400);
    await store();
    await send();
    expect(await states()).toEqual([['failed', '400']]);
    expect(await query('select from push_subscriptions')).toHaveLength(1);
  });

  it('with a private address is never asked', async () => {
    const phone = await subscribe('phone');
    await store();
    await send({ ...service.how, isAllowed: () => false });
    expect(phone.asked).toBe(0);
    expect(await states()).toEqual([['waiting', 'address-not-allowed']]);
  });

  it('gets a test of its own, in quiet hours too', async () => {
    const phone = await subscribe('phone', 'nl');
    const laptop = await subscribe('laptop');
    await beQuiet();
    const [device] = await query(`select id from push_subscriptions where endpoint ~ '/phone$'`);
    const test: { kind: 'push'; destination: string; type: PushType } = {
      ...{ kind: 'push', destination: 'push', type: 'test' },
    };
    await planEffect(database.dataSource, {
      ...test,
      eventId: uuidv7(),
      payload: { device: device?.['id'] },
    });
    await send();
    expect(phone.received[0]?.message).toMatchObject({
      notification: { title: 'Het werkt', navigate: 'https://site.example/admin/notifications' },
    });
    expect(laptop.asked).toBe(0);
  });
});

describe('quiet hours', () => {
  it('hold a push until they end', async () => {
    const phone = await subscribe('phone');
    await beQuiet({ hours: 2 });
    await store();
    const [row] = await query('select extract(epoch from due_at - now())::float8 as seconds from outbox');
    expect(row?.['seconds']).toBeGreaterThan(2 * 3_600 - 120);
    expect(row?.['seconds']).toBeLessThanOrEqual(2 * 3_600);
    await send();
    expect(phone.asked).toBe(0);
    await endQuiet();
    await makeDue();
    await send();
    expect(phone.received).toHaveLength(1);
  });

  it('that she set since hold what was planned before', async () => {
    const phone = await subscribe('phone');
    await store();
    await beQuiet({ hours: 2 });
    await send();
    expect(phone.asked).toBe(0);
    expect(await states()).toEqual([['waiting', 'quiet-hours']]);
    const [row] = await query("select due_at > now() + interval '1 hour' as later, failures from outbox");
    expect(row).toEqual({ later: true, failures: 0 });
  });

  it('drop what was answered by then', async () => {
    const phone = await subscribe('phone');
    await beQuiet();
    await store();
    await query(`update leads set status = 'answered', answered_at = now()`);
    await endQuiet();
    await makeDue();
    await send();
    expect(phone.asked).toBe(0);
    expect(await states()).toEqual([['dropped', 'answered']]);
  });
});

/** As if all that is planned had been planned then: an id holds its time. */
const halfAnHourAgo = `update outbox set id = overlay(id::text placing
    regexp_replace(lpad(to_hex((extract(epoch from now() - interval '30 minutes') * 1000)::bigint), 12, '0'), '^.{8}', '\\&-')
  from 1 for 13)::uuid`;

describe('a flood', () => {
  it.each([
    ['is nine pushes and one that counts the rest', false],
    ['of a night is no more when it ends', true],
  ])('%s', async (_, isNight) => {
    const phone = await subscribe('phone');
    if (isNight) await beQuiet({ hours: 8 });
    for (let n = 0; n < 14; n += 1) {
      await store();
      if (isNight && n === 6) await query(halfAnHourAgo);
    }
    await endQuiet();
    await makeDue();
    await send();
    const titles = phone.received.map(
      ({ message }) => (message as { notification: { title: string } }).notification.title,
    );
    expect(titles.filter((title) => title === 'A question')).toHaveLength(9);
    expect(titles.filter((title) => title === '5 more leads')).toHaveLength(1);
    expect(titles).toHaveLength(10);
  });
});

describe('the key', () => {
  it('is the same for every worker, and sealed', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => ensurePushKey(database.dataSource, 'a-secret-of-the-tests')),
    );
    expect(one?.publicKey).toEqual(other?.publicKey);
    const { d } = one?.privateKey.export({ format: 'jwk' }) ?? {};
    const [row] = await database.dataSource.getRepository(PushKey).find();
    expect(row?.sealedPrivateKey.includes(Buffer.from(d ?? '', 'base64url'))).toBe(false);
  });

  it('is replaced with its subscriptions if it can’t be opened any more', async () => {
    await subscribe('phone');
    const { publicKey: next } = await ensurePushKey(database.dataSource, 'another-secret-of-the-tests');
    expect(next.equals(publicKey)).toBe(false);
    expect(await query('select from push_subscriptions')).toEqual([]);
  });
});
