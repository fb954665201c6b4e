import { type AcceptLead } from '@voordeur/contracts/jobs';
import { claimLead, digestLead, type LeadClaims } from '@voordeur/server';
import { createTestQueues } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { jobDestinations } from '../outbox/job-destination.js';
import type { Destination } from '../outbox/destination.js';
import { firefox } from '../testing/intake.js';
import { sendDue } from '../testing/send-due.js';
import { acceptLead } from './accept-lead.js';
import { useDatabase, useIntake } from '../testing/hooks.js';

const database = useDatabase();
let destinations: Destination[];
const intake = useIntake(database);
const queues = createTestQueues();
const redis = new Redis(queues.workerRedisUrl);
const queue = new Queue('signups', { connection: { url: queues.workerRedisUrl }, prefix: queues.prefix });

beforeAll(async () => {
  const { workerRedisUrl: redisUrl, prefix: queuePrefix } = queues;
  destinations = jobDestinations(database.dataSource, { redisUrl, queuePrefix, redisWaitReplicas: 0 });
  await vi.waitUntil(() => destinations.every(({ isReady }) => isReady?.()), { timeout: 30_000 });
});
afterAll(async () => {
  for (const { close } of destinations) close?.();
  await queue.close();
  redis.disconnect();
  await queues.clear();
});
beforeEach(() => queues.clear());

const { query } = database;

/** As the api makes them, but for the keyed hash. */
function claimsOf(lead: AcceptLead): LeadClaims {
  const { content, idempotency, body } = digestLead(lead);
  const key = idempotency && { key: idempotency.toString('hex') };
  return { content: content.toString('hex'), ...key, body: body.toString('hex') };
}

/** The bodies answered 202, in the order of the answers. */
interface Answered {
  words: string;
  id: string;
}

/**
 * Posts of few different words by the api's own steps, with Redis there, away and back, some of which die after their
 * claim. Then every job runs, in any order and some of them twice.
 */
it.each([1, 2, 3, 4, 5, 6])(
  'equal leads become the row of the id that was answered first (%i)',
  async (seed) => {
    let state = seed;
    const random = (n: number) => (state = (state * 16_807) % 2_147_483_647) % n;
    const answered: Answered[] = [];
    const newLead = (): AcceptLead => ({
      id: uuidv7(),
      receivedAt: new Date().toISOString(),
      kind: 'question',
      email: 'you@example.org',
      idea: `Words ${random(4)}`,
      timestamp: `2026-03-10T12:00:0${random(9)}Z`,
      address: '145.97.31.20',
      userAgent: firefox,
      ...(random(3) === 0 && { honeypot: true }),
      ...(random(3) === 0 && { elapsedMs: 5_000 }),
    });
    const answer = ({ idea = '', honeypot = false }: AcceptLead, id: string) =>
      answered.push({ words: `${idea} ${honeypot}`, id });
    const postWithRedis = async () => {
      const lead = newLead();
      const id = (await claimLead(redis, queues.prefix, claimsOf(lead), lead.id)) ?? '';
      if (random(4) === 0) return; // its process died, and the sender got no answer
      await queue.add('question', { ...lead, id }, { jobId: id });
      answer(lead, id);
    };
    const postWithRedisAway = async () => {
      const lead = newLead();
      await query(
        `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
        values ($1, 'job', 'signups', 'question', $1, $2, now(), now())`,
        [lead.id, JSON.stringify({ ...lead, claims: claimsOf(lead) })],
      );
      answer(lead, lead.id);
    };

    for (let n = 0; n < 6; n += 1) await postWithRedis();
    for (let n = 0; n < 6; n += 1) await postWithRedisAway();
    await sendDue(database.dataSource, destinations);
    for (let n = 0; n < 4; n += 1) await postWithRedis();

    const jobs = (await queue.getWaiting()).map((job) => job.data as AcceptLead);
    const runs = [...jobs, ...jobs.filter(() => random(2) === 0)]
      .map((lead) => ({ lead, place: random(1_000) }))
      .sort((one, other) => one.place - other.place);
    let followedUp = 0;
    const context = { ...intake, followUp: () => Promise.resolve(void (followedUp += 1)) };
    // Two at a time, as workers do.
    for (let n = 0; n < runs.length; n += 2) {
      await Promise.all(runs.slice(n, n + 2).map(({ lead }) => acceptLead(lead.id, lead, context)));
    }

    const firstIds = new Map([...answered].reverse().map(({ words, id }) => [words, id]));
    const rows = await query('select id, verdict from leads');
    expect(rows.map(({ id }) => id).sort()).toEqual([...firstIds.values()].sort());
    expect(followedUp).toBe(rows.filter(({ verdict }) => verdict === 'accepted').length);
  },
);
