import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalData, personalDataOfPhone } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import { queueNames } from '@voordeur/contracts/jobs';
import { createTestQueues } from '@voordeur/testing';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePartitionsAhead } from '../intake/partitions.js';
import { useDatabase } from '../testing/hooks.js';
import { recordBooking } from './record-booking.js';
import { lockAddress } from './suppressions.js';
import { erasePerson } from './erase-person.js';
import { erasureDestinations } from './erasures.js';

const email = 'Somebody@example.org';
const queues = createTestQueues();
const connection = { url: queues.workerRedisUrl, maxRetriesPerRequest: null };
const database = useDatabase({ keepRows: true });
let queue: Queue;

beforeAll(async () => {
  await makePartitionsAhead(database.dataSource, new Date());
  queue = new Queue(queueNames.signups, { connection, prefix: queues.prefix });
});
afterEach(() => database.query('truncate leads, lead_replies, outbox, outbox_attempts'));
afterAll(async () => {
  await queue.close();
  await queues.clear();
});

async function plan(kind: 'erasure' | 'job', payload: object, leasedSeconds: number | null = null) {
  const id = uuidv7();
  await database.dataSource.query(
    `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at, leased_until)
    values ($1, $2, $2, $2, $1, $3, now(), now(), now() + make_interval(secs => $4))`,
    [id, kind, JSON.stringify(payload), leasedSeconds],
  );
  return id;
}
const storeLead = () =>
  database.dataSource.query(
    `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'newsletter', $2, '', now())`,
    [uuidv7(), email],
  );
const erase = (id: string) => erasePerson(database.dataSource, [queue], id);
async function payloads(): Promise<unknown[]> {
  const rows = await database.dataSource.query<{ payload: unknown }[]>(
    'select payload from outbox order by id',
  );
  return rows.map(({ payload }) => payload);
}

it('erases once, however often it runs, and keeps what it counted in place of the address', async () => {
  const id = await plan('erasure', { email });
  await storeLead();
  await plan('job', { email: email.toUpperCase() });
  expect(await erase(id)).toBe('sent');
  await storeLead();
  expect(await erase(id)).toBe('sent');
  expect(await payloads()).toEqual([{ erased: { leads: 1, outbox: 1 } }]);
  expect(await database.dataSource.query('select email from leads')).toEqual([{ email }]);
});

it('waits for a worker that stores their lead without having its job any more, and erases all of it', async () => {
  const id = await plan('erasure', { email });
  const storing = database.dataSource.createQueryRunner();
  await storing.startTransaction();
  await lockAddress(storing.manager, emailKey(email));
  await storing.query(
    `with lead as (
      insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'question', $2, '', now()) returning id)
    insert into outbox (id, kind, destination, type, event_id, lead_id, payload, occurred_at, due_at)
    select id, 'mail', 'smtp', 'lead-notice', id, id, '{}', now(), now() from lead`,
    [uuidv7(), email],
  );
  const erased = erase(id);
  await expect
    .poll(() => database.query('select from pg_locks where not granted'), { timeout: 10_000 })
    .toHaveLength(1);
  await storing.commitTransaction();
  await storing.release();
  expect(await erased).toBe('sent');
  expect(await payloads()).toEqual([{ erased: { leads: 1, outbox: 1 } }]);
});

it('leaves the erasure that another request planned for the same address', async () => {
  const [first, second] = [await plan('erasure', { email }), await plan('erasure', { email })];
  await erase(first);
  expect(await payloads()).toEqual([{ erased: {} }, { email }]);
  await erase(second);
  expect(await payloads()).toEqual([{ erased: {} }, { erased: {} }]);
});

it('erases by the text that somebody left for an address, and by lead', async () => {
  const text = 'codereview jan at example';
  const add = async (left: string) => {
    const id = uuidv7();
    await database.query(
      `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'video-signup', $2, '', now())`,
      [id, left],
    );
    return id;
  };
  await add(text.toUpperCase());
  const other = await add('another text');
  await add('jan at example');
  await plan('job', { email: text });
  expect(await erase(await plan('erasure', { text, leadIds: [other] }))).toBe('sent');
  expect(await database.query('select email from leads')).toEqual([{ email: 'jan at example' }]);
});

it('erases what was planned for a booking by its number, while its lead is on its way', async () => {
  const leadId = uuidv7();
  await database.query(
    `insert into meetings (id, state, kind, starts_at, ends_at, blocked, phone, lead_id)
    values ($1, 'booked', 'call', now(), now(), tstzrange(now(), now()), '+31 6 12345678', $1)`,
    [leadId],
  );
  await database.query(
    `insert into outbox (id, kind, destination, type, event_id, lead_id, payload, occurred_at, due_at)
    values ($1, 'webhook', 'booking', 'booking.created', $1, $2, '{"phone": "+31 6 12345678"}', now(), now())`,
    [uuidv7(), leadId],
  );
  await erase(await plan('erasure', { phone: '+31612345678' }));
  expect(await payloads()).toEqual([{ erased: { meetings: 1, outbox: 1 } }]);
});

it('fails for good without an address', async () => {
  expect(await erase(await plan('erasure', { email: '' }))).toBe('failed');
});

it.each([
  ['address', { email }],
  ['number', { phone: '+31 6 1234-5678' }],
])('keeps replays of the bookings of an erased %s away', async (_, person) => {
  const booking = {
    ...{ id: uuidv7(), receivedAt: new Date().toISOString(), provider: 'cal' as const, booking: uuidv7() },
    ...{ status: 'booked' as const, occurredAt: '2026-03-10T12:00:00.000Z' },
    ...('email' in person ? person : { phone: '+31612345678' }),
  };
  const record = (more: object = {}) =>
    recordBooking(uuidv7(), { ...booking, ...more }, { db: database.dataSource, timeZone: 'UTC' });
  expect(await record()).toBe('stored');
  await erase(await plan('erasure', person));
  expect(await payloads()).toEqual([{ erased: { booking_events: 1 } }]);
  expect(await record()).toBe('erased');
  expect(await record({ id: uuidv7(), status: 'cancelled' })).toBe('erased');
  expect(await database.query('select 1 from booking_events')).toEqual([]);
  expect(await record({ id: uuidv7(), booking: uuidv7() })).toBe('stored');
  const kept = await database.query('select * from erased_bookings');
  expect(JSON.stringify(kept)).not.toContain(booking.booking);
  await database.query('truncate booking_events, erased_bookings');
});

describe('in a queue', () => {
  afterEach(() => queue.obliterate({ force: true }));

  it.each([
    [
      'is paused',
      async (data: object) => {
        await queue.pause();
        await queue.add('lead', data);
      },
    ],
    ['has priorities', (data: object) => queue.add('lead', data, { priority: 3 })],
    ['has it for later', (data: object) => queue.add('lead', data, { delay: 600_000 })],
  ])('that %s a job is erased', async (_, add) => {
    await add({ email });
    await erase(await plan('erasure', { email }));
    expect(await payloads()).toEqual([{ erased: { jobs: 1 } }]);
    expect(await queue.getJobCountByTypes()).toBe(0);
  });

  it('a job is erased that a worker takes and puts off while the queue is read', async () => {
    await queue.add('lead', { email });
    await queue.addBulk(
      Array.from({ length: 600 }, (_, n) => ({ name: 'lead', data: { email: `${n}@b.nl` } })),
    );
    const worker = new Worker(queueNames.signups, null, { connection, prefix: queues.prefix });
    let isFirstLook = true;
    const putOffOnce = async <Found>(found: Promise<Found>): Promise<Found> => {
      const result = await found;
      if (isFirstLook) {
        isFirstLook = false;
        await (await worker.getNextJob('token')).moveToDelayed(Date.now() + 600_000, 'token');
      }
      return result;
    };
    class BusyQueue extends Queue {
      override getRanges(...given: Parameters<Queue['getRanges']>) {
        return putOffOnce(super.getRanges(...given));
      }
      override getJobs(...given: Parameters<Queue['getJobs']>) {
        return putOffOnce(super.getJobs(...given));
      }
    }
    const busy = new BusyQueue(queueNames.signups, { connection, prefix: queues.prefix });
    await erasePerson(database.dataSource, [busy], await plan('erasure', { email }));
    await Promise.all([busy.close(), worker.close()]);
    expect(await payloads()).toEqual([{ erased: { jobs: 1 } }]);
  });
});

describe('erases nothing and runs again', () => {
  it('while a job about the person is being handed to its queue', async () => {
    const id = await plan('erasure', { email });
    await storeLead();
    const job = await plan('job', { email }, 15);
    await expect(erase(id)).rejects.toThrow('still running');
    expect(await payloads()).toEqual([{ email }, { email }]);
    await database.dataSource.query('update outbox set leased_until = now() where id = $1', [job]);
    await erase(id);
    expect(await payloads()).toEqual([{ erased: { leads: 1, outbox: 1 } }]);
  });

  it('while a job about the person runs', async () => {
    let worker: Worker | undefined;
    const id = await plan('erasure', { email });
    let finish: () => void = () => undefined;
    const running = new Promise<void>((begun) => {
      const work = () =>
        new Promise<void>((done) => {
          finish = done;
          begun();
        });
      worker = new Worker(queueNames.signups, work, { connection, prefix: queues.prefix });
    });
    await queue.add('newsletter-signup', { email }, { removeOnComplete: true });
    await running;
    await expect(erase(id)).rejects.toThrow('still running');
    expect(await payloads()).toEqual([{ email }]);
    const completed = new Promise((done) => worker?.once('completed', done));
    finish();
    await completed;
    await erase(id);
    expect(await payloads()).toEqual([{ erased: {} }]);
    await worker?.close();
  });
});

/** Without sequential scans to fall back on, a plan that still has one shows that no index fits. */
it.each([...personalData, ...personalDataOfPhone.filter(({ table }) => table !== 'rejected_events')])(
  'finds a person in $table by an index ($where)',
  async ({ table, where }) => {
    await database.dataSource.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      const lines = await tx.query<Record<string, string>[]>(
        `explain select * from ${table} where ${where}`,
        [email],
      );
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).not.toContain('Seq Scan');
      expect(plan).toContain('Index');
    });
  },
);

describe("Redis' file on the disk", () => {
  it('has nothing of the person once the erasure is done', async () => {
    const redis = new Redis(queues.redisUrl);
    const [erasures] = erasureDestinations(database.dataSource, {
      redisUrl: queues.workerRedisUrl,
      queuePrefix: queues.prefix,
    });
    if (!erasures) throw new Error('nothing erases');
    const read = async () => {
      const [, dir = ''] = (await redis.config('GET', 'dir')) as string[];
      const [, name = ''] = (await redis.config('GET', 'appenddirname')) as string[];
      const folder = join(dir, name);
      return readdirSync(folder)
        .map((file) => readFileSync(join(folder, file), 'latin1'))
        .join('');
    };
    const address = `${uuidv7()}@example.org`;
    try {
      await queue.add('signup', { email: address }, { jobId: uuidv7() });
      await expect.poll(read).toContain(address);
      const id = await plan('erasure', { email: address });
      const effect = { id } as Parameters<typeof erasures.send>[0];
      const send = async () => (await erasures.send(effect, new AbortController().signal)).result;
      // Another rewrite may be under way; the outbox would try again.
      await expect.poll(send).toBe('sent');
      await expect.poll(read).not.toContain(address);
    } finally {
      erasures.close?.();
      redis.disconnect();
    }
  });
});
