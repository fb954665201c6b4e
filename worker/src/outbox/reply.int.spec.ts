import { createDataSource, replyServer } from '@voordeur/contracts/db';
import { planEffect } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { planLeadMail } from '../leads/plan-notices.js';
import { useDatabase, useSmtpReceiver } from '../testing/hooks.js';
import { testMailSettings } from '../testing/mail-settings.js';
import { sendDue } from '../testing/send-due.js';
import { mailDestination } from './mail-destination.js';

const database = useDatabase();
const receiver = useSmtpReceiver();
const { query } = database;

const destinations = (db = database.dataSource) => {
  const mail = { current: { ...testMailSettings, smtpUrl: receiver.url } };
  return [mailDestination(db, mail), mailDestination(db, mail, replyServer)];
};
const send = () => sendDue(database.dataSource, destinations());

async function storeLead(email: string | null = 'you@example.org', status = 'new'): Promise<string> {
  const id = uuidv7();
  await query(
    `insert into leads (id, kind, email, status, client_timestamp, received_at) values ($1, 'question', $2, $3, '', now())`,
    [id, email, status],
  );
  return id;
}

/** Stores a reply as the api does. */
async function write(leadId: string, text = 'Hello,\n\nYes, gladly — on Friday.'): Promise<string> {
  const id = uuidv7();
  await query(`insert into lead_replies (id, lead_id, subject, text) values ($1, $2, 'Your question', $3)`, [
    id,
    leadId,
    text,
  ]);
  const occurredAt = new Date().toISOString();
  await database.dataSource.transaction((tx) =>
    planEffect(tx, {
      ...{
        kind: 'mail',
        destination: replyServer,
        type: 'reply',
        eventId: id,
        leadId,
        occurredAt,
        payload: {},
      },
    }),
  );
  const [effect] = await query('select id from outbox where event_id = $1', [id]);
  return effect?.['id'] as string;
}

const leads = () => query('select status, answered_at is not null as "wasAnswered", revision from leads');
const unanswered = { status: 'new', wasAnswered: false, revision: 0 };

it('goes to the lead as plain text, and answers it once the server has it', async () => {
  const leadId = await storeLead();
  const mailId = await write(leadId);
  receiver.behaviour.beforeAccepting = async () => {
    expect(await leads()).toEqual([unanswered]);
  };
  expect(await send()).toEqual(new Map([[mailId, 'sent']]));
  const [mail, ...more] = receiver.mails;
  expect(more).toEqual([]);
  expect([mail?.from, mail?.to]).toEqual(['door@example.org', ['you@example.org']]);
  expect(mail?.parsed).toMatchObject({
    subject: 'Your question',
    text: 'Hello,\n\nYes, gladly — on Friday.\n',
    html: false,
    messageId: `<${mailId}@site.example>`,
    replyTo: { value: [{ address: 'owner@example.org' }] },
  });
  // A person wrote it, and the person who gets it may be away.
  expect(mail?.raw).not.toMatch(/^Auto-Submitted|^List-Unsubscribe/im);
  expect(await leads()).toEqual([{ status: 'answered', wasAnswered: true, revision: 1 }]);
  expect(await query('select payload, last_error from outbox')).toEqual([{ payload: {}, last_error: null }]);
});

it('is in one thread with the notice of its lead and the replies before it', async () => {
  const leadId = await storeLead();
  await database.dataSource.transaction((tx) =>
    planLeadMail(tx, 'lead-notice', { id: leadId, receivedAt: new Date().toISOString() }),
  );
  await send();
  const first = await write(leadId);
  await send();
  const second = await write(leadId, 'And one more thing.');
  await send();
  const [notice, ...replies] = receiver.mails.map(({ parsed }) => parsed);
  expect(replies.map(({ messageId, inReplyTo, references }) => [messageId, inReplyTo, references])).toEqual([
    [`<${first}@site.example>`, notice?.messageId, notice?.messageId],
    [`<${second}@site.example>`, `<${first}@site.example>`, [notice?.messageId, `<${first}@site.example>`]],
  ]);
});

it('goes twice at most, under one Message-ID, when the worker dies between sending and writing it down', async () => {
  await write(await storeLead());
  const dying = await createDataSource(database.url).initialize();
  receiver.behaviour.beforeAccepting = () => dying.destroy();
  await expect(sendDue(dying, destinations(dying))).rejects.toThrow();
  expect(await leads()).toEqual([unanswered]);
  receiver.behaviour.beforeAccepting = () => Promise.resolve();
  await query(`update outbox set leased_until = now()`);
  expect([...(await send()).values()]).toEqual(['sent']);
  expect(await send()).toEqual(new Map());
  expect(receiver.mails.map(({ parsed }) => parsed.messageId)).toHaveLength(2);
  expect(new Set(receiver.mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  expect(await leads()).toEqual([{ status: 'answered', wasAnswered: true, revision: 1 }]);
});

it('goes once, however often the worker dies while the row of its lead is locked', async () => {
  await write(await storeLead());
  const holder = await createDataSource(database.url).initialize();
  const lock = holder.createQueryRunner();
  await lock.startTransaction();
  await lock.query('select from leads for update');
  for (let death = 1; death <= 3; death += 1) {
    const dying = await createDataSource(database.url).initialize();
    const attempt = sendDue(dying, destinations(dying)).catch(() => 'died');
    await expect
      .poll(() =>
        query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1);
    expect(await attempt).toBe('died');
    await dying.destroy();
    await query(`update outbox set leased_until = now()`);
  }
  await lock.rollbackTransaction();
  await lock.release();
  await holder.destroy();
  expect([...(await send()).values()]).toEqual(['sent']);
  expect(receiver.mails).toHaveLength(1);
  expect(await leads()).toEqual([{ status: 'answered', wasAnswered: true, revision: 1 }]);
});

it('leaves the lead as it is while it fails, and marks an address that refuses mail', async () => {
  const leadId = await storeLead();
  await write(leadId);
  receiver.behaviour.refuseRecipient = 451;
  expect([...(await send()).values()]).toEqual(['waiting']);
  expect(await query('select * from bounces')).toEqual([]);
  receiver.behaviour.refuseRecipient = 550;
  await query('update outbox set due_at = now()');
  expect([...(await send()).values()]).toEqual(['failed']);
  expect(await leads()).toEqual([unanswered]);
  expect(await query('select email, status from bounces')).toEqual([
    { email: 'you@example.org', status: '550' },
  ]);
});

it('keeps an archived lead archived', async () => {
  await write(await storeLead('you@example.org', 'archived'));
  await send();
  expect(await leads()).toEqual([{ status: 'archived', wasAnswered: true, revision: 1 }]);
});

it.each([
  ['a lead that was erased', 'erased', 'delete from leads'],
  ['an address that could be two', 'odd-address', `update leads set email = 'a,b@example.org'`],
])('is not sent to %s', async (_, reason, meanwhile) => {
  await write(await storeLead());
  await query(meanwhile);
  expect([...(await send()).values()]).toEqual(['dropped']);
  expect(await query('select last_error from outbox')).toEqual([{ last_error: reason }]);
  expect(receiver.mails).toEqual([]);
});
