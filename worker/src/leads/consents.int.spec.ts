import { messages } from '@voordeur/contracts/messages';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { acceptLead, type AcceptLeadContext } from './accept-lead.js';
import { releaseLead } from './release-lead.js';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { confirmSubscriber } from './confirm-subscriber.js';
import { subscribe } from './subscribe.js';
import { unsubscribe as storeUnsubscribe } from './suppressions.js';

const database = useDatabase();
const intake = useIntake(database);

const { query } = database;
const email = 'You@Example.org';
const minute = (n: number) => new Date(Date.UTC(2026, 2, 10, 12, n)).toISOString();
const shown = messages.en.newsletter.consent;

interface Given {
  language?: string;
  consent?: string;
  doubleOptIn?: boolean;
  more?: object;
}

const subscribeAll =
  (doubleOptIn: boolean): AcceptLeadContext['followUp'] =>
  async (tx, leads) => {
    for (const lead of leads) await subscribe(tx, lead, { doubleOptIn });
  };

/** Sends the form at this minute; the job may run again. */
async function signUp(at: number, { language = 'ENG', consent, doubleOptIn = true, more }: Given = {}) {
  const lead = {
    ...{ id: uuidv7(), kind: 'newsletter', email, language, receivedAt: minute(at), timestamp: '' },
    ...{ address: '203.0.113.7', userAgent: 'A browser', ...(consent !== undefined && { consent }), ...more },
  };
  const run = () => acceptLead('job', lead, { ...intake, followUp: subscribeAll(doubleOptIn) });
  await run();
  return { id: lead.id, run };
}
async function confirm(at: number) {
  const [{ id } = {}] = await query('select id from subscribers');
  return confirmSubscriber(
    'job',
    { id: uuidv7(), receivedAt: minute(at), subscriberId: id },
    { db: database.dataSource, onConfirmed: () => Promise.resolve() },
  );
}
const unsubscribe = (at: number) =>
  database.dataSource.transaction((tx) =>
    storeUnsubscribe(tx, { id: uuidv7(), email, receivedAt: minute(at) }),
  );
const consents = () => query('select * from consents order by given_at');
const consent = (given: { id: string }, at: number, more: object = {}) => ({
  lead_id: given.id,
  email: 'you@example.org',
  language: 'ENG',
  sentence: shown,
  given_at: new Date(minute(at)),
  confirmed_at: null,
  confirmed_by: null,
  withdrawn_at: null,
  ...more,
});
const byMail = (at: number) => ({ confirmed_at: new Date(minute(at)), confirmed_by: 'mail' });
const until = (at: number) => ({ withdrawn_at: new Date(minute(at)) });

describe('a stored consent', () => {
  it('is the sentence, its language, when, and how it was confirmed, once however often a job runs', async () => {
    const first = await signUp(0, { consent: shown });
    expect(await consents()).toEqual([consent(first, 0)]);
    await confirm(3);
    await confirm(4);
    await first.run();
    expect(await consents()).toEqual([consent(first, 0, byMail(3))]);
  });

  it('is the form itself where no mail asks to confirm', async () => {
    const given = await signUp(0, { consent: shown, doubleOptIn: false });
    expect(await consents()).toEqual([
      consent(given, 0, { confirmed_at: new Date(minute(0)), confirmed_by: 'form' }),
    ]);
  });

  it('stays with its withdrawal when they sign up again', async () => {
    const first = await signUp(0, { consent: shown });
    await confirm(3);
    await unsubscribe(20);
    await unsubscribe(21);
    expect(await consents()).toEqual([consent(first, 0, { ...byMail(3), ...until(20) })]);
    const again = await signUp(40, { consent: shown });
    await confirm(41);
    expect(await consents()).toEqual([
      consent(first, 0, { ...byMail(3), ...until(20) }),
      consent(again, 40, byMail(41)),
    ]);
  });

  it('is of the last signup where several came before the confirmation', async () => {
    await signUp(0, { consent: shown });
    const last = await signUp(15, { consent: shown });
    await confirm(16);
    expect(await consents()).toEqual([consent(last, 15, byMail(16))]);
  });

  it('is of the signup that is confirmed by the link of an earlier mail', async () => {
    for (const at of [0, 20]) await signUp(at, { consent: shown });
    const last = await signUp(40, { consent: shown });
    await confirm(41);
    await unsubscribe(50);
    // Three mails a day are all that an address gets.
    const again = await signUp(60, { consent: shown });
    expect(await query(`select id from outbox where kind = 'mail'`)).toHaveLength(3);
    await confirm(61);
    expect(await consents()).toEqual([
      consent(last, 40, { ...byMail(41), ...until(50) }),
      consent(again, 60, byMail(61)),
    ]);
  });

  it('is there for a lead that was released from quarantine too', async () => {
    const held = await signUp(0, { consent: shown, more: { honeypot: true } });
    expect(await consents()).toEqual([]);
    await releaseLead('job', { leadId: held.id }, { ...intake, followUp: subscribeAll(true) });
    expect(await consents()).toEqual([consent(held, 0)]);
  });
});

describe('a change by the previous version while an upgrade runs', () => {
  it('is noted with the next change: a confirmation', async () => {
    const first = await signUp(0, { consent: shown });
    await query(`update subscribers set state = 'confirmed', confirmed_at = $1`, [minute(3)]);
    await unsubscribe(20);
    expect(await consents()).toEqual([consent(first, 0, { ...byMail(3), ...until(20) })]);
  });

  it('is noted with the next change: an unsubscribe', async () => {
    const first = await signUp(0, { consent: shown });
    await confirm(3);
    await query(`update subscribers set state = 'unsubscribed', unsubscribed_at = $1`, [minute(20)]);
    const again = await signUp(40, { consent: shown });
    expect(await consents()).toEqual([consent(first, 0, { ...byMail(3), ...until(20) }), consent(again, 40)]);
  });

  it('is noted with the next change: a confirmation and an unsubscribe', async () => {
    const first = await signUp(0, { consent: shown });
    await query(`update subscribers set state = 'unsubscribed', confirmed_at = $1, unsubscribed_at = $2`, [
      minute(3),
      minute(20),
    ]);
    const again = await signUp(40, { consent: shown });
    expect(await consents()).toEqual([consent(first, 0, { ...byMail(3), ...until(20) }), consent(again, 40)]);
  });

  it('is noted with the next change: a whole signup', async () => {
    const id = uuidv7();
    await query(
      `insert into subscribers (email, id, state, language, lead_id, requested_at)
      values ('you@example.org', $1, 'pending', 'ENG', $1, $2)`,
      [id, minute(0)],
    );
    await confirm(1);
    expect(await consents()).toEqual([consent({ id }, 0, { ...byMail(1), sentence: null })]);
  });
});

describe('the sentence', () => {
  const editTo = (text: string) =>
    query(
      `insert into text_edits (id, language, key, old_value, new_value)
      values ($1, 'en', 'newsletter.consent', 'The one before', $2)`,
      [uuidv7(), text],
    );
  const kept = async () => (await query('select consent from leads')).map((row) => row['consent']);

  it.each([
    ['is built in', shown],
    ['the owner wrote', "It's one mail a month"],
    ['was replaced since', 'The one before'],
  ])('is kept that %s', async (_, sentence) => {
    await editTo("It''s one mail a month");
    await signUp(0, { consent: sentence });
    expect(await kept()).toEqual([sentence]);
    expect((await consents())[0]).toMatchObject({ sentence });
  });

  it.each([
    ['is one that this site never showed', { consent: 'You agree to everything' }],
    ['is one of the other language', { consent: messages.nl.newsletter.consent }],
    ['is one of another form', { consent: shown, more: { kind: 'prompt-signup' } }],
    ['is missing', {}],
  ])('is unknown where it %s', async (_, given) => {
    await signUp(0, given);
    expect(await kept()).toEqual([null]);
  });
});
