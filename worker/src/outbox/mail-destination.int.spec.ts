import { randomUUID } from 'node:crypto';
import { createDataSource } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import { leadKinds } from '@voordeur/contracts/http';
import { signLinkToken } from '@voordeur/server';
import { DateTime } from 'luxon';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { confirmSubscriber } from '../leads/confirm-subscriber.js';
import { subscribe } from '../leads/subscribe.js';
import { unsubscribe as storeUnsubscribe } from '../leads/suppressions.js';
import { testMailSettings } from '../testing/mail-settings.js';
import type { MailSettings } from '../platform/mail-settings.js';
import { planLeadMail } from '../leads/plan-notices.js';
import { sendDue } from '../testing/send-due.js';
import { mailDestination } from './mail-destination.js';
import { useDatabase, useSmtpReceiver } from '../testing/hooks.js';

const database = useDatabase();
const receiver = useSmtpReceiver();

const { query } = database;
const sendAll = (given: Partial<MailSettings> = {}) =>
  sendDue(database.dataSource, [
    mailDestination(database.dataSource, {
      current: { ...testMailSettings, smtpUrl: receiver.url, ...given },
    }),
  ]);
/** The state of this mail after an attempt at all that's due; null if it wasn't. */
const send = async (mailId: string) => (await sendAll()).get(mailId) ?? null;
const rows = () => query('select state, attempts, last_error from outbox');
const bringForward = () => query(`update outbox set due_at = now() where state = 'waiting'`);

async function storeLead(given: Record<string, unknown>): Promise<string> {
  const columns: Record<string, unknown> = {
    id: uuidv7(),
    kind: 'question',
    email: 'you@example.org',
    client_timestamp: '',
    received_at: new Date(),
    ...given,
  };
  if (typeof columns['email'] === 'string') columns['email_key'] = emailKey(columns['email']);
  const names = Object.keys(columns);
  await query(
    `insert into leads (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(columns),
  );
  return columns['id'] as string;
}

async function mailIdOf(leadId: string): Promise<string> {
  const [mail] = await query('select id from outbox where lead_id = $1', [leadId]);
  return mail?.['id'] as string;
}

async function planNotice(given: Record<string, unknown> = {}): Promise<string> {
  const leadId = await storeLead(given);
  await database.dataSource.transaction((tx) =>
    planLeadMail(tx, 'lead-notice', { id: leadId, receivedAt: new Date().toISOString() }),
  );
  return mailIdOf(leadId);
}

async function signUp(given: { email?: string; language?: string; at?: Date } = {}) {
  const { email = 'You@Example.org', language = 'ENG', at = new Date() } = given;
  const id = await storeLead({ kind: 'newsletter', email, language, received_at: at });
  const signup = { id, email, language, receivedAt: at.toISOString() };
  await database.dataSource.transaction((tx) => subscribe(tx, signup, { doubleOptIn: true }));
  return { leadId: id, mailId: await mailIdOf(id) };
}

const unsubscribe = (email: string, at = new Date()) =>
  database.dataSource.transaction((tx) =>
    storeUnsubscribe(tx, { id: uuidv7(), receivedAt: at.toISOString(), email }),
  );

const onConfirmed = () => Promise.resolve();
const onlyMail = () => {
  const [mail, ...more] = receiver.mails;
  expect(more).toEqual([]);
  if (!mail) throw new Error('no mail came');
  return mail;
};
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');

describe('the confirmation mail', () => {
  it.each([
    ['ENG', 'Confirm your sign-up for the Voordeur monthly letter', 'https://site.example/confirm?token='],
    [
      'NL',
      'Bevestig je aanmelding voor de maandbrief van Voordeur',
      'https://site.example/nl/bevestigen?token=',
    ],
  ] as const)(
    'in %s walks its reader to the list, and lifts their suppression',
    async (language, subject, link) => {
      await unsubscribe('you@example.org', new Date(Date.now() - 60_000));
      const { leadId, mailId } = await signUp({ language });
      expect(await send(mailId)).toBe('sent');

      const { parsed, raw, from, to } = onlyMail();
      expect([from, to]).toEqual(['door@example.org', ['You@example.org']]);
      expect(parsed.subject).toBe(subject);
      expect(parsed.from?.value).toEqual([{ name: 'The door', address: 'door@example.org' }]);
      expect(parsed.messageId).toBe(`<${mailId}@site.example>`);
      const headers = headersOf(raw);
      expect(headers).toContain('Content-Type: multipart/alternative');
      expect(headers).toContain('Auto-Submitted: auto-generated');
      const unsubscribeToken = signLinkToken(testMailSettings.linkSecret, 'unsubscribe-tokens', leadId);
      expect(headers).toContain(
        `List-Unsubscribe: <https://site.example/api/unsubscribe?token=${unsubscribeToken}${language === 'NL' ? '&language=NL' : ''}>`,
      );
      expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      expect(parsed.html).toContain(`<html lang="${language === 'NL' ? 'nl' : 'en'}">`);

      const token =
        new RegExp(`${link.replaceAll(/[.?/]/g, '\\$&')}(\\S+)`).exec(parsed.text ?? '')?.[1] ?? '';
      expect(parsed.html).toContain(`href="${link}${token}"`);
      const [subscriberId = ''] = token.split('.');
      expect(token).toBe(signLinkToken(testMailSettings.linkSecret, 'confirm-tokens', subscriberId));
      expect(await query('select email from suppressions')).toHaveLength(1);
      const pressed = { id: uuidv7(), receivedAt: new Date().toISOString(), subscriberId };
      expect(await confirmSubscriber('job', pressed, { db: database.dataSource, onConfirmed })).toBe(
        'confirmed',
      );
      expect(await query('select email, state, language from subscribers')).toEqual([
        { email: 'you@example.org', state: 'confirmed', language },
      ]);
      expect(await query('select email from suppressions')).toEqual([]);
    },
  );

  it('says what the owner has made of its texts, and goes with ours where hers cannot be filled in', async () => {
    await query(`insert into texts (language, key, value) values
      ('en', 'mail.confirm.subject', 'Is it you, {product}?'),
      ('en', 'mail.confirm.heading', 'A <b>click</b> & in'),
      ('en', 'mail.confirm.intro', 'Hello {name}'),
      ('en', 'mail.confirm.button', '{broken'),
      ('nl', 'mail.confirm.notYou', 'Andere taal')`);
    const { mailId } = await signUp();
    expect(await send(mailId)).toBe('sent');
    const { parsed } = onlyMail();
    expect(parsed.subject).toBe('Is it you, Voordeur?');
    expect(parsed.html).toContain('A &lt;b&gt;click&lt;/b&gt; &amp; in</h1>');
    expect(parsed.text).toMatch(/^A <b>click<\/b> & in\n\nSomeone signed up for the Voordeur monthly letter/);
    expect(parsed.text).toContain('Yes, send me the letter:\n');
    expect(parsed.text).not.toContain('Andere taal');
  });

  it('names the product as the owner has changed it, unless the operator locked it', async () => {
    await query(`insert into site_settings (key, value) values ('product', '"Havenlicht"')`);
    await send((await signUp()).mailId);
    await signUp({ email: 'another@example.org' });
    await sendAll({ locked: ['product'] });
    expect(receiver.mails.map(({ parsed }) => parsed.subject)).toEqual([
      'Confirm your sign-up for the Havenlicht monthly letter',
      'Confirm your sign-up for the Voordeur monthly letter',
    ]);
  });

  it.each([
    [
      'unsubscribed since',
      'not-pending',
      (email: string) => unsubscribe(email, new Date(Date.now() + 1_000)),
    ],
    [
      'suppressed since by whatever way',
      'suppressed',
      (email: string) =>
        query('insert into suppressions values (lower($1), $2, now())', [email, randomUUID()]),
    ],
    ['confirmed since', 'not-pending', () => query(`update subscribers set state = 'confirmed'`)],
    [
      'waiting for longer than the link works',
      'expired',
      () => query(`update subscribers set requested_at = now() - interval '7 days'`),
    ],
  ])('is not sent to a subscriber who is %s', async (_, reason, meanwhile) => {
    const at = new Date(Date.now() - 60_000);
    const { mailId } = await signUp({ at });
    await meanwhile('You@Example.org');
    expect(await send(mailId)).toBe('dropped');
    expect(await rows()).toEqual([{ state: 'dropped', attempts: 0, last_error: reason }]);
    expect(receiver.mails).toEqual([]);
  });

  it('is not sent if its lead was erased', async () => {
    const { mailId } = await signUp();
    await query('delete from leads');
    expect(await send(mailId)).toBe('dropped');
    expect(await rows()).toEqual([{ state: 'dropped', attempts: 0, last_error: 'erased' }]);
    expect(receiver.mails).toEqual([]);
  });

  it.each([' You <you@example.org>', 'you@example.org>', 'mailto:you@example.org', 'you@example.org\u200b'])(
    'goes to the address in %j',
    async (email) => {
      expect(await send((await signUp({ email })).mailId)).toBe('sent');
      expect(onlyMail().to).toEqual(['you@example.org']);
    },
  );

  it.each(['a,b@example.org', '"you"@example.org', 'a:b;@c.de', 'a@b@c.de'])(
    'is not sent to the odd address %j',
    async (email) => {
      const { mailId } = await signUp({ email });
      await send(mailId);
      expect(await rows()).toEqual([{ state: 'dropped', attempts: 0, last_error: 'odd-address' }]);
    },
  );

  it('reaches an address of another script where the server can, and fails for good where it cannot', async () => {
    const { mailId } = await signUp({ email: 'gebrüder@例子.example' });
    expect(await send(mailId)).toBe('sent');
    expect(onlyMail().to).toEqual(['gebrüder@例子.example']);
    await receiver.stop();
    receiver.behaviour.smtpUtf8 = false;
    await receiver.start();
    const other = await signUp({ email: 'schwester@bücher.example' });
    const third = await signUp({ email: 'schwestär@example.org' });
    expect(await sendAll()).toEqual(
      new Map([
        [other.mailId, 'sent'],
        [third.mailId, 'failed'],
      ]),
    );
    expect(receiver.mails.map(({ to }) => to)).toEqual([
      ['gebrüder@例子.example'],
      ['schwester@bücher.example'],
    ]);
  });
});

describe('at least once, and once where nobody dies', () => {
  it('is sent once however often its job runs', async () => {
    const mailId = await planNotice();
    expect(await Promise.all([send(mailId), send(mailId), send(mailId)])).toContain('sent');
    expect(await send(mailId)).toBeNull();
    expect(receiver.mails).toHaveLength(1);
    expect(await query('select state, sent_at is not null as at from outbox')).toEqual([
      { state: 'sent', at: true },
    ]);
  });

  it('goes again under the same Message-ID when the worker dies between sending and writing it down', async () => {
    const mailId = await planNotice();
    const dying = await createDataSource(database.url).initialize();
    receiver.behaviour.beforeAccepting = () => dying.destroy();
    const settings = { ...testMailSettings, smtpUrl: receiver.url };
    await expect(sendDue(dying, [mailDestination(dying, { current: settings })])).rejects.toThrow();
    expect(await rows()).toEqual([{ state: 'waiting', attempts: 1, last_error: null }]);
    receiver.behaviour.beforeAccepting = () => Promise.resolve();
    expect(await send(mailId)).toBeNull();
    await query(`update outbox set leased_until = now()`);
    expect(await send(mailId)).toBe('sent');
    expect(receiver.mails.map(({ parsed }) => parsed.messageId)).toEqual(
      Array(2).fill(`<${mailId}@site.example>`),
    );
  });
});

describe('when it is not taken', () => {
  it('waits while the server is away, and goes when it is back', async () => {
    const mailId = await planNotice();
    await receiver.stop();
    expect(await send(mailId)).toBe('waiting');
    expect(await rows()).toEqual([{ state: 'waiting', attempts: 1, last_error: 'ESOCKET' }]);
    await receiver.start();
    expect(await send(mailId)).toBeNull();
    await bringForward();
    expect(await send(mailId)).toBe('sent');
    expect(receiver.mails).toHaveLength(1);
    expect(await rows()).toEqual([{ state: 'sent', attempts: 2, last_error: null }]);
  });

  it('tries after 1, 5 and 30 minutes, 2 and 12 hours, then fails', async () => {
    receiver.behaviour.refuseRecipient = 451;
    const mailId = await planNotice();
    for (const seconds of [60, 300, 1_800, 7_200, 43_200]) {
      expect(await send(mailId)).toBe('waiting');
      const [row] = await query(
        'select extract(epoch from due_at - clock_timestamp())::float as seconds from outbox',
      );
      expect(seconds - Number(row?.['seconds'])).toBeGreaterThanOrEqual(0);
      expect(seconds - Number(row?.['seconds'])).toBeLessThan(5);
      await bringForward();
    }
    expect(await send(mailId)).toBe('failed');
    expect(await rows()).toEqual([{ state: 'failed', attempts: 6, last_error: '451' }]);
  });

  it.each([
    ['the recipient', 'refuseRecipient', 550],
    ['the message', 'refuseMessage', 554],
  ] as const)('fails at once when %s is refused for good', async (_, refused, code) => {
    receiver.behaviour[refused] = code;
    const mailId = await planNotice();
    expect(await send(mailId)).toBe('failed');
    expect(await rows()).toEqual([{ state: 'failed', attempts: 1, last_error: String(code) }]);
  });
});

describe('an address that mail cannot reach', () => {
  const bounces = () => query('select email, status from bounces');
  const refuse = (code: number | null, words = '') => {
    receiver.behaviour.refuseRecipient = code;
    receiver.behaviour.words = words;
  };
  const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);

  it('is marked by the code alone, and what the server said is kept nowhere', async () => {
    refuse(550, '5.1.1 <You@Example.org>: user unknown');
    const { mailId } = await signUp();
    expect(await send(mailId)).toBe('failed');
    expect(await bounces()).toEqual([{ email: 'you@example.org', status: '5.1.1' }]);
    const kept = await query('select last_error, response_start from outbox, outbox_attempts');
    expect(kept).toEqual([{ last_error: '550', response_start: null }]);
  });

  it('is marked when the server says so after the message', async () => {
    receiver.behaviour.refuseMessage = 550;
    receiver.behaviour.words = '5.1.10 RESOLVER.ADR.RecipientNotFound';
    await send((await signUp()).mailId);
    expect(await bounces()).toEqual([{ email: 'you@example.org', status: '5.1.10' }]);
  });

  it('is not marked where the refusal is about us', async () => {
    refuse(550, '5.7.1 your host is on a list');
    expect(await send((await signUp()).mailId)).toBe('failed');
    expect(await bounces()).toEqual([]);
  });

  it('is not the lead’s where the owner’s own was refused', async () => {
    refuse(550, '5.1.1 unknown');
    expect(await send(await planNotice())).toBe('failed');
    expect(await bounces()).toEqual([]);
  });

  it('gets nothing more, until it signs up again', async () => {
    refuse(550, '5.1.1 unknown');
    await send((await signUp({ at: minutesAgo(30) })).mailId);
    await query(`update bounces set bounced_at = now() - interval '29 minutes'`);
    refuse(null);
    // A mail that was planned before and not sent yet.
    await query(`update outbox set state = 'waiting', due_at = now(), failures = 0`);
    expect([...(await sendAll()).values()]).toEqual(['dropped']);
    expect((await rows())[0]).toMatchObject({ state: 'dropped', last_error: 'bounced' });
    expect(receiver.mails).toEqual([]);

    const again = await signUp({ at: minutesAgo(10) });
    expect(await bounces()).toEqual([]);
    expect(await send(again.mailId)).toBe('sent');
    expect(receiver.mails).toHaveLength(1);
  });

  it('stays marked when a signup from before is stored only now', async () => {
    refuse(550, '5.1.1 unknown');
    await send((await signUp({ at: minutesAgo(30) })).mailId);
    const { mailId } = await signUp({ at: minutesAgo(15) });
    expect(await bounces()).toHaveLength(1);
    expect(await send(mailId)).toBe('dropped');
  });

  it('is not marked once its person is erased', async () => {
    refuse(550, '5.1.1 unknown');
    const { leadId, mailId } = await signUp();
    const erasing = database.dataSource.createQueryRunner();
    await erasing.startTransaction();
    await erasing.query('delete from leads where id = $1', [leadId]);
    const sending = send(mailId);
    await expect
      .poll(() =>
        query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
    await erasing.commitTransaction();
    await erasing.release();
    await sending;
    expect(await bounces()).toEqual([]);
  });
});

describe('the notice to the owner', () => {
  it.each(leadKinds)('tells of a %s lead', async (kind) => {
    const mailId = await planNotice({ kind, language: 'NL', idea: 'Eén\ntwee', phone: '+31 20 123' });
    await send(mailId);
    const { parsed, to } = onlyMail();
    expect(to).toEqual(['owner@example.org']);
    expect(parsed.replyTo?.value).toEqual([{ name: '', address: 'you@example.org' }]);
    expect(parsed.text).toContain('E-mail: you@example.org\nTelefoon: +31 20 123\nTaal: Nederlands\n');
    expect(parsed.text).toContain('Bericht:\n> Eén\n> twee\n');
    expect(parsed.html).toContain('Eén<br>\ntwee<br>');
    expect(headersOf(onlyMail().raw)).not.toContain('List-Unsubscribe');
  });

  it('counts the hours of the answer by the days off as the owner has changed them', async () => {
    // Two days, because it may be midnight.
    const off = [0, 1].map((days) =>
      DateTime.now()
        .setZone('Europe/Amsterdam')
        .plus({ days })
        .toFormat('cccc', { locale: 'en' })
        .toLowerCase(),
    );
    const dueIn = async () => {
      await send(await planNotice());
      const text = receiver.mails.at(-1)?.parsed.text ?? '';
      const due = /Answer by: (\S+ \S+) \(/.exec(text)?.[1] ?? '';
      return Math.round((Date.parse(`${due}Z`) - Date.now()) / 3_600_000);
    };
    const before = await dueIn();
    await query(`insert into site_settings (key, value) values ('daysOff', $1)`, [JSON.stringify(off)]);
    expect(await dueIn()).toBeGreaterThan(before);
    await query(`update site_settings set value = 'null'`);
    expect(await dueIn()).toBe(before);
  });

  it('goes to the owner even where the lead has unsubscribed', async () => {
    await unsubscribe('you@example.org');
    expect(await send(await planNotice())).toBe('sent');
  });

  const nasty = [
    'a\r\nBcc: other@example.org',
    'a\nSubject: other\n\nother body',
    'a\rTo: other@example.org',
    'a\r\n.\r\nMAIL FROM:<other@example.org>',
    'a\u2028Reply-To: other@example.org',
    '=?utf-8?q?=0D=0ABcc:_other@example.org?=',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '${7*7}{{7*7}}<%= 7*7 %>',
    "'; drop table leads; --",
    '../../../../etc/passwd',
    'https://example.net/x',
    '\u202eevil\u0007\u001b[31m',
    'a@example.org, other@example.org',
    'you@example.org\r\nBcc: other@example.org',
    'Other <other@example.org>',
    'a@example.org;other@example.org',
    '"a\\"b c"@example.org',
    '(comment)you@example.org',
    'you@[192.0.2.1]',
    '𓀀😀👩‍👩‍👧‍👦ﷺ\ufeff\u200b',
    'x'.repeat(5_000),
  ];

  it.each(nasty)('is harmless whatever its fields contain: %j', async (typed) => {
    const mailId = await planNotice({ email: typed, phone: typed, idea: typed, video_id: typed });
    expect(await send(mailId)).toBe('sent');
    const { parsed, raw, to, from } = onlyMail();
    expect([from, to]).toEqual(['door@example.org', ['owner@example.org']]);
    const names = headersOf(raw)
      .split('\r\n')
      .map((line) => line.split(':')[0]?.toLowerCase());
    expect(names.sort()).toEqual(
      [
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ].sort(),
    );
    expect(headersOf(raw)).not.toMatch(/other|script/i);
    expect(parsed.subject).toBe('New question on Voordeur');
    expect(parsed.html).not.toMatch(/<(script|img)/i);
    expect(parsed.attachments).toEqual([]);
    // All of it is there for the owner to read; mail has one kind of line end.
    const lines = (text: string) => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).join('');
    expect(lines((parsed.text ?? '').replaceAll(/^> /gm, ''))).toContain(lines(typed));
  });
});
