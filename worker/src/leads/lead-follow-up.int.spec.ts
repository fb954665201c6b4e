import type { AcceptLead } from '@voordeur/contracts/jobs';
import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdStoring } from '../intake/erased-visitors.js';
import { confirmSubscriber } from './confirm-subscriber.js';
import { unsubscribe } from './suppressions.js';
import { loadConfig } from '../platform/config.js';
import { useDatabase } from '../testing/hooks.js';
import { testIntake } from '../testing/intake.js';
import { testMailSettings } from '../testing/mail-settings.js';
import { Webhooks } from '../outbox/webhooks.js';
import { acceptLead } from './accept-lead.js';
import { LiveMail } from '../mail/live-mail.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { releaseLead } from './release-lead.js';

const database = useDatabase();
const email = 'You@example.org';
const minute = (n: number) => new Date(Date.UTC(2026, 2, 10, 12, n)).toISOString();

/** A worker's own wiring, with a mail server (which asks subscribers to confirm) or without. */
function worker(mail: boolean, changeMail: (mail: LiveMail) => void = () => undefined) {
  const config = loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    WEBHOOK_NEWSLETTER_URL: 'http://127.0.0.1:1/',
    WEBHOOK_QUESTION_URL: 'http://127.0.0.1:1/',
    WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-webhooks',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...(mail && {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Site <site@example.org>',
      OWNER_EMAIL: 'owner@example.org',
      PUBLIC_URL: 'https://example.org',
      JWT_SECRET: 'a-secret-of-the-test-that-is-long',
    }),
  });
  const liveMail = new LiveMail(database.dataSource, config);
  changeMail(liveMail);
  return new LeadFollowUp(new Webhooks(database.dataSource, config), liveMail, config);
}

const contextOf = async (followUp: LeadFollowUp) => ({
  ...(await testIntake(database.dataSource)),
  followUp: (...given: Parameters<LeadFollowUp['plan']>) => followUp.plan(...given),
});

async function signUp(followUp: LeadFollowUp, at: number, signupKind?: 'agents', honeypot = false) {
  const id = uuidv7();
  const lead: AcceptLead = {
    ...{ id, kind: 'newsletter', email, language: 'NL', receivedAt: minute(at), timestamp: minute(at) },
    ...{ address: '203.0.113.7', userAgent: 'A browser', ...(signupKind && { signupKind }) },
    ...(honeypot && { honeypot }),
  };
  const context = await contextOf(followUp);
  await acceptLead(id, lead, context);
  await acceptLead(id, lead, context);
  return id;
}

async function confirm(followUp: LeadFollowUp, receivedAt: string) {
  const [{ id } = {}] = await database.query('select id from subscribers');
  const job = { id: uuidv7(), receivedAt, subscriberId: id };
  await confirmSubscriber(job.id, job, {
    db: database.dataSource,
    onConfirmed: (...given) => followUp.planConfirmed(...given),
  });
}

const webhooks = async () =>
  (
    await database.query(
      `select event_id, payload->>'kind' as kind from outbox where kind = 'webhook' order by id`,
    )
  ).map(({ event_id: id, kind }) => [id, kind]);

it.each([
  ['question', 'at once', 'lead.question', {}],
  ['proposal', 'at once', 'lead.proposal', { isProposal: true }],
  ['proposal', 'once it is released', 'lead.proposal', { isProposal: true, honeypot: true }],
] as const)('sends a %s to the address for questions, %s, as %s', async (kind, _, type, more) => {
  const id = uuidv7();
  const lead: AcceptLead = {
    ...{ id, kind: 'question', email, idea: 'Thursday?', language: 'NL' },
    ...{
      receivedAt: minute(0),
      timestamp: minute(0),
      address: '203.0.113.7',
      userAgent: 'A browser',
      ...more,
    },
  };
  const context = await contextOf(worker(false));
  await acceptLead(id, lead, context);
  if ('honeypot' in more) await releaseLead(uuidv7(), { leadId: id }, context);
  expect(await database.query('select kind from leads')).toEqual([{ kind }]);
  expect(await database.query('select destination, type, payload from outbox')).toEqual([
    {
      ...{ destination: 'question', type },
      payload: { email, idea: 'Thursday?', language: 'NL' },
    },
  ]);
});

it('leaves the webhook of a booking to the api, which plans it with every change', async () => {
  const id = uuidv7();
  const lead: AcceptLead = {
    ...{ id, kind: 'question', isBooking: true, email, idea: 'Thursday', language: 'NL' },
    ...{ receivedAt: minute(0), timestamp: minute(0), address: '203.0.113.7', userAgent: 'A browser' },
  };
  await acceptLead(id, lead, await contextOf(worker(true)));
  expect(await database.query('select kind from leads')).toEqual([{ kind: 'booking' }]);
  expect(await database.query('select kind, type from outbox')).toEqual([
    { kind: 'mail', type: 'lead-notice' },
  ]);
});

it('stores the wish, and tells it at once where nobody confirms', async () => {
  const id = await signUp(worker(false), 0, 'agents');
  expect(await database.query('select id, kind, signup_kind from leads')).toEqual([
    { id, kind: 'newsletter', signup_kind: 'agents' },
  ]);
  expect(await webhooks()).toEqual([[id, 'agents']]);
});

it('plans its webhook even if the owner sets a mail server in the middle', async () => {
  const followUp = worker(false, (mail) => {
    const answers = [undefined, testMailSettings];
    Object.defineProperty(mail, 'current', {
      get: () => (answers.length > 1 ? answers.shift() : answers[0]),
    });
  });
  const id = await signUp(followUp, 0);
  expect(await database.query('select state from subscribers')).toEqual([{ state: 'confirmed' }]);
  expect((await webhooks()).map(([leadId]) => leadId)).toEqual([id]);
});

it('tells a wish once its address is confirmed', async () => {
  const followUp = worker(true);
  const id = await signUp(followUp, 0, 'agents');
  expect(await webhooks()).toEqual([]);
  await confirm(followUp, minute(1));
  await confirm(followUp, minute(2));
  expect(await webhooks()).toEqual([[id, 'agents']]);
});

it.each([
  ['for which no second mail was sent', 5],
  ['before the one that was confirmed', 15],
])('loses no wish %s', async (_, later) => {
  const followUp = worker(true);
  const first = await signUp(followUp, 0, later === 5 ? undefined : 'agents');
  const second = await signUp(followUp, later, later === 5 ? 'agents' : undefined);
  await confirm(followUp, minute(30));
  const expected = [
    [first, later === 5 ? null : 'agents'],
    [second, later === 5 ? 'agents' : null],
  ];
  expect((await webhooks()).sort()).toEqual(expected.sort());
});

it('tells the wish of one who is on the list already, but not a second signup for the letter', async () => {
  const followUp = worker(true);
  const letter = await signUp(followUp, 0);
  await confirm(followUp, minute(1));
  await signUp(followUp, 20);
  const agents = await signUp(followUp, 40, 'agents');
  expect(await webhooks()).toEqual([
    [letter, null],
    [agents, 'agents'],
  ]);
});

it('asks a signup that is released months later to confirm, and sends its wish once it does', async () => {
  const followUp = worker(true);
  const id = await signUp(followUp, 0, 'agents', true);
  const before = new Date();
  for (const jobId of [uuidv7(), uuidv7()])
    await releaseLead(jobId, { leadId: id }, await contextOf(followUp));
  const [pending] = await database.query('select requested_at, lead_id from subscribers');
  expect(pending).toMatchObject({ lead_id: id });
  expect(pending?.['requested_at']).toSatisfy((at: Date) => at >= before);
  expect(await database.query(`select type from outbox order by type`)).toEqual([
    { type: 'confirm' },
    { type: 'lead-notice' },
  ]);
  await confirm(followUp, new Date().toISOString());
  expect(await webhooks()).toEqual([[id, 'agents']]);
  expect(await database.query('select given_at from consents')).toEqual([{ given_at: new Date(minute(0)) }]);
});

it('does not ask one who unsubscribed before their signup was released', async () => {
  const followUp = worker(true);
  const id = await signUp(followUp, 0, undefined, true);
  await database.dataSource.transaction((tx) =>
    unsubscribe(tx, { id: uuidv7(), email, receivedAt: minute(1) }),
  );
  await releaseLead(uuidv7(), { leadId: id }, await contextOf(followUp));
  expect(await database.query(`select type from outbox`)).toEqual([{ type: 'lead-notice' }]);
});

it('confirms nobody while a visit is being erased', async () => {
  const followUp = worker(true);
  const leadId = await signUp(followUp, 0);
  await database.query(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at) values ($1, 'newsletter', decode(md5('a'), 'hex'), $2)`,
    [leadId, minute(0)],
  );
  const erasing = database.dataSource.createQueryRunner();
  await erasing.startTransaction();
  await holdStoring(erasing.manager);
  await erasing.query('delete from reached_goals');
  const confirming = confirm(followUp, minute(1));
  const waits = () =>
    database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(waits).toHaveLength(1);
  await erasing.commitTransaction();
  await erasing.release();
  await confirming;
  expect(await database.query('select goal from reached_goals')).toEqual([]);
  expect(await database.query('select state from subscribers')).toEqual([{ state: 'confirmed' }]);
});

describe('notices to the owner', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** At this minute of a clock of our own; each job runs twice. */
  async function ask(followUp: LeadFollowUp, atMinute: number, leads: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(minute(atMinute)) });
    const intake = await testIntake(database.dataSource);
    const context = {
      ...intake,
      followUp: (...given: Parameters<LeadFollowUp['plan']>) => followUp.plan(...given),
    };
    for (let n = 0; n < leads; n += 1) {
      const id = uuidv7();
      const lead: AcceptLead = {
        ...{ id, kind: 'question', email, idea: id, receivedAt: minute(atMinute), timestamp: '' },
        ...{ address: '203.0.113.7', userAgent: 'A browser' },
      };
      // Two workers have the same job: the first lost its lock.
      await Promise.all([acceptLead(id, lead, context), acceptLead(id, lead, context)]);
    }
  }

  const mails = () =>
    database.query(
      `select type, count(*)::int as mails, sum((payload->>'leads')::int)::int as leads from outbox
      where kind = 'mail' group by type order by type`,
    );

  it('are nine in any ten minutes, and one mail for all other leads', async () => {
    const followUp = worker(true);
    await ask(followUp, 0, 5);
    await ask(followUp, 9, 30);
    expect(await mails()).toEqual([
      { type: 'lead-notice', mails: 9, leads: null },
      { type: 'lead-summary', mails: 1, leads: 26 },
    ]);
    // Five places are free, but a summary waits.
    await ask(followUp, 11, 3);
    expect(await mails()).toMatchObject([{ mails: 9 }, { mails: 1, leads: 29 }]);
    const [{ waits } = {}] = await database.query(
      `select extract(minute from due_at - created_at) as waits from outbox where type = 'lead-summary'`,
    );
    expect(Number(waits)).toBe(10);
    await ask(followUp, 20, 10);
    expect(await mails()).toMatchObject([{ mails: 18 }, { mails: 1, leads: 30 }]);
  });

  it('leave a summary alone that a worker has begun to send', async () => {
    const followUp = worker(true);
    await ask(followUp, 0, 10);
    await database.query(`update outbox set attempts = 1 where type = 'lead-summary'`);
    await ask(followUp, 1, 2);
    expect(
      await database.query(`select payload from outbox where type = 'lead-summary' order by id`),
    ).toEqual([{ payload: { leads: 1 } }, { payload: { leads: 2 } }]);
  });

  it('are not planned for leads whose transaction fails', async () => {
    const followUp = worker(true);
    const failing = database.dataSource.transaction(async (tx) => {
      const leads = Array.from({ length: 12 }, () => ({ id: uuidv7(), receivedAt: minute(0) }));
      await followUp.plan(tx, leads as AcceptLead[]);
      throw new Error('killed before the commit');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await mails()).toEqual([]);
  });
});
