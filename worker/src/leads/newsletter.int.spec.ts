import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  confirmSubscriber,
  type ConfirmedSubscriber,
  type ConfirmSubscriberContext,
} from './confirm-subscriber.js';
import { subscribe } from './subscribe.js';
import { unsubscribe as storeUnsubscribe, type Unsubscribe } from './suppressions.js';
import { useDatabase } from '../testing/hooks.js';

const database = useDatabase();

beforeEach(() => {
  confirmed.length = 0;
});

const { query } = database;
const email = 'You@Example.org';
const minute = (n: number) => new Date(Date.UTC(2026, 2, 10, 12, n)).toISOString();
const day = (n: number) => new Date(Date.UTC(2026, 2, 10 + n, 12)).toISOString();

const newLead = (receivedAt: string, given: { email?: string; language?: string } = {}) => ({
  id: uuidv7(),
  email,
  receivedAt,
  ...given,
});
async function storeSignup(tx: EntityManager, lead: ReturnType<typeof newLead>, doubleOptIn: boolean) {
  await tx.query(
    `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'newsletter', $2, '', $3)
    on conflict do nothing`,
    [lead.id, lead.email, lead.receivedAt],
  );
  await subscribe(tx, lead, { doubleOptIn });
}
/** May be called again for the same lead, as its job may run twice. */
function signup(...given: Parameters<typeof newLead>) {
  const lead = newLead(...given);
  return (doubleOptIn = true) => database.dataSource.transaction((tx) => storeSignup(tx, lead, doubleOptIn));
}
const runUnsubscribe = (job: Unsubscribe) =>
  database.dataSource.transaction((tx) => storeUnsubscribe(tx, job));
const unsubscribe = async (receivedAt: string) => {
  const job = { id: uuidv7(), receivedAt, email: 'you@EXAMPLE.org' };
  await runUnsubscribe(job);
  return job;
};
const confirmed: ConfirmedSubscriber[] = [];
const context = (): ConfirmSubscriberContext => ({
  db: database.dataSource,
  onConfirmed: (_tx, subscriber) => {
    confirmed.push(subscriber);
    return Promise.resolve();
  },
});
async function confirm(receivedAt: string) {
  const [{ id } = {}] = await query('select id from subscribers');
  return confirmSubscriber('job', { id: uuidv7(), receivedAt, subscriberId: id }, context());
}
const mails = async () => (await query(`select id from outbox where kind = 'mail'`)).length;
const states = async () => (await query('select state from subscribers')).map(({ state }) => state);
const suppressed = async () => (await query('select email from suppressions')).map(({ email }) => email);

describe('with single opt-in', () => {
  it('confirms at once, in lower case, however often it runs, and plans no mail', async () => {
    const sign = signup(minute(0), { language: 'NL' });
    await sign(false);
    await sign(false);
    expect(await query('select email, state, language, requested_at, confirmed_at from subscribers')).toEqual(
      [
        {
          email: 'you@example.org',
          state: 'confirmed',
          language: 'NL',
          requested_at: new Date(minute(0)),
          confirmed_at: new Date(minute(0)),
        },
      ],
    );
    expect(await mails()).toBe(0);
  });

  it('lifts a suppression from before, not one from after', async () => {
    await unsubscribe(minute(0));
    await signup(minute(1))(false);
    expect([await suppressed(), await states()]).toEqual([[], ['confirmed']]);
    await unsubscribe(minute(3));
    await signup(minute(2))(false);
    expect([await suppressed(), await states()]).toEqual([['you@example.org'], ['unsubscribed']]);
  });

  it('does not resubscribe anyone who has unsubscribed since, when the job runs a second time', async () => {
    const sign = signup(minute(0));
    await sign(false);
    await unsubscribe(minute(1));
    await sign(false);
    expect([await suppressed(), await states()]).toEqual([['you@example.org'], ['unsubscribed']]);
  });

  it('does not suppress who has signed up since, when the unsubscribe runs a second time', async () => {
    await signup(minute(0))(false);
    const job = await unsubscribe(minute(1));
    await signup(minute(2))(false);
    await runUnsubscribe(job);
    expect([await suppressed(), await states()]).toEqual([[], ['confirmed']]);
  });
});

describe('with double opt-in', () => {
  it('waits, and plans one mail however often the job runs', async () => {
    const sign = signup(minute(0));
    await sign();
    await sign();
    expect([await states(), await mails()]).toEqual([['pending'], 1]);
  });

  it('mails again after ten minutes and not before', async () => {
    await signup(minute(0))();
    await signup(minute(9))();
    expect(await mails()).toBe(1);
    await signup(minute(10))();
    expect(await mails()).toBe(2);
    await signup(minute(19))();
    expect(await mails()).toBe(2);
  });

  it('mails one address three times a day at most, no matter who signs it up', async () => {
    for (let n = 0; n < 12; n += 1) {
      await signup(minute(n * 20), { email: n % 2 ? email : 'YOU@example.org' })();
    }
    expect([await mails(), await states()]).toEqual([3, ['pending']]);
    expect(await confirm(minute(12 * 20))).toBe('confirmed');
  });

  it('takes what follows a + in the name for the same person when it counts those mails, and in nothing else', async () => {
    const mailed = async (...emails: string[]) => {
      for (const one of emails) await signup(minute(0), { email: one })();
      return mails();
    };
    expect(await mailed('a+x@example.org', 'A+y+z@example.org', 'a@example.org')).toBe(3);
    expect(await mailed('a+new@example.org', 'a+x@example.org')).toBe(3);
    expect(await mailed('a+x@other.example', 'ab@example.org', '+a@example.org', '+b@example.org')).toBe(7);
    expect(await states()).toHaveLength(7);
  });

  it('counts them too where both spellings come at once', async () => {
    await Promise.all(
      ['a+1', 'a+2', 'a+3', 'a+4', 'a+5'].map((name) =>
        signup(minute(0), { email: `${name}@example.org` })(),
      ),
    );
    expect(await mails()).toBe(3);
  });

  it('mails again a day after the first of those', async () => {
    for (const n of [0, 20, 40, 60]) await signup(minute(n))();
    await signup(new Date(Date.parse(day(1)) - 1).toISOString())();
    expect(await mails()).toBe(3);
    await signup(day(1))();
    expect(await mails()).toBe(4);
  });

  it('lets the last link work for a subscriber who unsubscribed after three mails and signs up once more', async () => {
    for (const n of [0, 20, 40]) await signup(minute(n))();
    await unsubscribe(minute(50));
    await signup(minute(60))();
    expect([await mails(), await states()]).toEqual([3, ['pending']]);
    expect(await confirm(minute(61))).toBe('confirmed');
  });

  it('mails nobody faster who unsubscribes in between, yet lets the first link work', async () => {
    await signup(minute(0))();
    await unsubscribe(minute(1));
    await signup(minute(2))();
    expect([await states(), await mails(), await suppressed()]).toEqual([
      ['pending'],
      1,
      ['you@example.org'],
    ]);
    expect(await confirm(minute(3))).toBe('confirmed');
    expect([await states(), await suppressed()]).toEqual([['confirmed'], []]);
  });

  it('confirms once, and only that lifts a suppression', async () => {
    await unsubscribe(minute(0));
    await signup(minute(1))();
    expect([await states(), await suppressed()]).toEqual([['pending'], ['you@example.org']]);
    expect(await confirm(minute(2))).toBe('confirmed');
    expect(await confirm(minute(3))).toBe('kept');
    expect(await suppressed()).toEqual([]);
    expect(await query('select confirmed_at from subscribers')).toEqual([
      { confirmed_at: new Date(minute(2)) },
    ]);
  });

  it('tells of a confirmation once, by the signup that it was asked for', async () => {
    const lead = newLead(minute(0), { language: 'NL' });
    await database.dataSource.transaction((tx) => storeSignup(tx, lead, true));
    expect(confirmed).toEqual([]);
    await confirm(minute(2));
    await confirm(minute(3));
    expect(confirmed).toEqual([
      { leadId: lead.id, email: 'You@Example.org', language: 'NL', confirmedAt: minute(2) },
    ]);
  });

  it('confirms nobody when what follows cannot be planned', async () => {
    await signup(minute(0))();
    const [{ id } = {}] = await query('select id from subscribers');
    const failing = { ...context(), onConfirmed: () => Promise.reject(new Error('of the test')) };
    const job = { id: uuidv7(), receivedAt: minute(2), subscriberId: id };
    await expect(confirmSubscriber('job', job, failing)).rejects.toThrow('of the test');
    expect(await states()).toEqual(['pending']);
  });

  it('does nothing for a confirmed subscriber', async () => {
    await signup(minute(0))();
    await confirm(minute(1));
    await signup(day(1))();
    expect([await states(), await mails()]).toEqual([['confirmed'], 1]);
  });

  it('confirms within seven days of the signup', async () => {
    await signup(day(0))();
    expect(await confirm(new Date(Date.parse(day(7)) + 1).toISOString())).toBe('expired');
    expect(await states()).toEqual(['pending']);
    expect(await confirm(day(7))).toBe('confirmed');
  });

  it('confirms nobody who has unsubscribed since, nor one that is gone', async () => {
    await signup(minute(0))();
    await unsubscribe(minute(1));
    expect(await confirm(minute(2))).toBe('kept');
    expect(await states()).toEqual(['unsubscribed']);
    const gone = { id: uuidv7(), receivedAt: minute(0), subscriberId: uuidv7() };
    expect(await confirmSubscriber('job', gone, context())).toBe('kept');
  });

  it('asks again after an unsubscribe and a new signup', async () => {
    await signup(minute(0))();
    await confirm(minute(1));
    await unsubscribe(day(1));
    await signup(day(2))();
    expect([await states(), await mails(), await suppressed()]).toEqual([
      ['pending'],
      2,
      ['you@example.org'],
    ]);
  });

  it('keeps the later signup when the unsubscribe before it runs a second time', async () => {
    await signup(minute(0))();
    await confirm(minute(1));
    const job = await unsubscribe(minute(2));
    await signup(minute(3))();
    await runUnsubscribe(job);
    expect([await states(), await mails()]).toEqual([['pending'], 1]);
  });

  it('lets signups of one address take turns', async () => {
    const first = database.dataSource.createQueryRunner();
    await first.startTransaction();
    await storeSignup(first.manager, newLead(minute(0)), true);
    const second = signup(minute(0), { email: 'you@example.org' })();
    await expect
      .poll(() =>
        query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
    await first.commitTransaction();
    await first.release();
    await second;
    expect([await states(), await mails()]).toEqual([['pending'], 1]);
  });
});

it('sets aside what is no confirmation', async () => {
  expect(await confirmSubscriber('job', { subscriberId: 'x' }, context())).toBe('rejected');
  expect(await query('select queue, reason from rejected_events')).toEqual([
    { queue: 'signups', reason: 'not a confirmation' },
  ]);
});
