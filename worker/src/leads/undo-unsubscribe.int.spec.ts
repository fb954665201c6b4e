import { randomUUID } from 'node:crypto';
import { signLinkToken } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { mailDestination } from '../outbox/mail-destination.js';
import { LiveMail } from '../mail/live-mail.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { loadConfig } from '../platform/config.js';
import { useDatabase, useSmtpReceiver } from '../testing/hooks.js';
import { testMailSettings } from '../testing/mail-settings.js';
import { sendDue } from '../testing/send-due.js';
import { suppressEmail } from './suppress-email.js';
import { Webhooks } from '../outbox/webhooks.js';
import { subscribe } from './subscribe.js';
import { tellSubscriber, undoUnsubscribe } from './undo-unsubscribe.js';

const database = useDatabase();
const receiver = useSmtpReceiver();
const { query } = database;
const day = (n: number) => new Date(Date.UTC(2026, 2, 10 + n, 12)).toISOString();
const email = 'You@Example.org';

/** Confirmed on day 0. Returns the lead's id. */
async function signUp({ language = 'ENG', doubleOptIn = false } = {}): Promise<string> {
  const lead = { id: uuidv7(), email, language, receivedAt: day(0) };
  await query(
    `insert into leads (id, kind, email, email_key, language, client_timestamp, received_at)
    values ($1, 'newsletter', $2, lower($2), $3, '', $4)`,
    [lead.id, email, language, lead.receivedAt],
  );
  await database.dataSource.transaction((tx) => subscribe(tx, lead, { doubleOptIn }));
  return lead.id;
}

/** As the worker with a mail server does it, whatever names the subscriber. */
async function unsubscribe(
  receivedAt: string,
  by: { email: string } | { leadId: string } = { email: 'you@example.org' },
) {
  const job = { id: uuidv7(), receivedAt, ...by };
  const run = () =>
    suppressEmail(job.id, job, {
      db: database.dataSource,
      onUnsubscribed: async (tx, unsubscribed, byAnybody) => {
        if (byAnybody) await tellSubscriber(tx, unsubscribed);
      },
    });
  await run();
  return run;
}

async function undo(receivedAt: string) {
  const [{ id } = {}] = await query('select id from subscribers');
  const job = { id: uuidv7(), receivedAt, subscriberId: (id as string | undefined) ?? randomUUID() };
  const config = loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    WEBHOOK_NEWSLETTER_URL: 'https://list.example/',
    WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-webhooks',
  });
  const followUp = new LeadFollowUp(
    new Webhooks(database.dataSource, config),
    new LiveMail(database.dataSource, config),
    config,
  );
  await undoUnsubscribe(job.id, job, {
    db: database.dataSource,
    onReturned: (tx, subscriber) => followUp.planReturned(tx, subscriber),
  });
  return job.id;
}

const planned = async () => (await query(`select type from outbox where kind = 'mail'`)).length;
const state = async () => {
  const states = await query('select state from subscribers');
  const suppressed = await query('select email from suppressions');
  return [...states.map((row) => row['state']), ...suppressed.map((row) => row['email'])];
};
const send = async () => {
  const db = database.dataSource;
  return [
    ...(
      await sendDue(db, [mailDestination(db, { current: { ...testMailSettings, smtpUrl: receiver.url } })])
    ).values(),
  ];
};

describe('a confirmed subscriber whom anybody unsubscribed', () => {
  it.each([
    ['ENG', 'You no longer get the Voordeur letter', 'https://site.example/confirm?token='],
    ['NL', 'Je krijgt de brief van Voordeur niet meer', 'https://site.example/nl/bevestigen?token='],
  ])('gets one mail about it in %s, however often the job runs', async (language, subject, link) => {
    await signUp({ language });
    const again = await unsubscribe(day(1));
    await again();
    expect(await state()).toEqual(['unsubscribed', 'you@example.org']);
    expect(await send()).toEqual(['sent']);
    const [mail, ...more] = receiver.mails;
    expect(more).toEqual([]);
    expect(mail?.to).toEqual(['You@example.org']);
    expect(mail?.parsed.subject).toBe(subject);
    const [{ id } = {}] = await query('select id from subscribers');
    const token = signLinkToken(testMailSettings.linkSecret, 'undo-tokens', id as string);
    expect(mail?.parsed.text).toContain(`\n${link}${token}&undo=1\n`);
    expect(mail?.parsed.html).toContain(`href="${link}${token}&amp;undo=1"`);
  });

  it('comes back by the link of that mail, once, and the owner’s list hears of it', async () => {
    const leadId = await signUp();
    const again = await unsubscribe(day(1));
    const pressed = await undo(day(2));
    await undo(day(3));
    // Neither job undoes later changes.
    await again();
    expect(await state()).toEqual(['confirmed']);
    expect(await query(`select event_id, lead_id, type from outbox where kind = 'webhook'`)).toEqual([
      { event_id: pressed, lead_id: leadId, type: 'lead.newsletter' },
    ]);
    expect(await query('select confirmed_by, withdrawn_at from consents')).toEqual([
      { confirmed_by: 'mail', withdrawn_at: null },
    ]);
  });

  it('gets no second mail within 30 days', async () => {
    await signUp();
    await unsubscribe(day(1));
    await undo(day(2));
    await unsubscribe(day(30));
    expect([await planned(), await state()]).toEqual([1, ['unsubscribed', 'you@example.org']]);
    // Nor does the link of the first mail undo other unsubscribes.
    await undo(day(31));
    expect(await state()).toEqual(['unsubscribed', 'you@example.org']);
  });

  it('gets one again after that', async () => {
    await signUp();
    await unsubscribe(day(1));
    await undo(day(2));
    await unsubscribe(day(31));
    expect(await planned()).toBe(2);
    await undo(day(32));
    expect(await state()).toEqual(['confirmed']);
  });

  it('gets nothing once they are erased, or have come back', async () => {
    await signUp();
    await unsubscribe(day(1));
    await undo(day(2));
    expect(await send()).toEqual(['dropped']);
    await unsubscribe(day(40));
    await query('delete from subscribers');
    expect(await send()).toEqual(['dropped']);
    await undo(day(41));
    expect([await state(), receiver.mails]).toEqual([['you@example.org'], []]);
  });
});

it('tells nobody who unsubscribed by a link or a button of a mail, and undoes nothing of theirs', async () => {
  const leadId = await signUp();
  await unsubscribe(day(1), { leadId });
  await undo(day(2));
  expect([await planned(), await state()]).toEqual([0, ['unsubscribed', 'you@example.org']]);
});

it('tells nobody who wasn’t on the list', async () => {
  await unsubscribe(day(-1));
  expect(await planned()).toBe(0);
  await query('truncate suppressions');
  await signUp({ doubleOptIn: true });
  await unsubscribe(day(1));
  expect(await query(`select type from outbox`)).toEqual([{ type: 'confirm' }]);
});
