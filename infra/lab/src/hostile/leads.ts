import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { signup } from '@voordeur/e2e/helpers/post.js';
import { atMost } from '../measuring/figures.js';
import { type Answer, repeatAtOnce, upTo } from '../measuring/load.js';
import { type Attack, countStatus, isLong } from './attack.js';

const bursts = isLong ? 3 : 1;
const leadsPerBurst = isLong ? 7_000 : 3_000;
/** None of them goes over its limit of 30 forms a minute for each of two kinds. */
const addresses = 260;

/** Forms with as much text as one takes, from as many addresses as they need. */
export const leadFlood: Attack = async ({ post, countUntil }) => {
  const startMs = performance.now();
  const perSecond = (count: number) => Math.round(count / ((performance.now() - startMs) / 1_000));
  const answers: Answer[] = [];
  for (let burst = 0; burst < bursts; burst += 1)
    answers.push(
      ...(await repeatAtOnce(60, upTo(leadsPerBurst), (index) => {
        const lead = {
          email: `flood-${randomUUID()}@example.org`,
          idea: randomUUID() + '漢'.repeat(4_900),
          kind: index % 2 === 0 ? 'setups' : 'question',
          language: 'ENG',
          timestamp: new Date().toISOString(),
        };
        const from = burst * addresses + (index % addresses);
        return post('/api/setups-inquiry', lead, `91.10.${from >> 8}.${from & 255}`);
      })),
    );
  const accepted = countStatus(202, answers);
  const acceptedPerSecond = perSecond(accepted);
  const sql = `select count(*) as n from leads where email like 'flood-%'`;
  const stored = await countUntil(accepted, isLong ? 300_000 : 60_000, sql);
  return [
    { what: 'leads accepted', value: accepted, unit: `of ${answers.length}` },
    { what: 'leads accepted', value: acceptedPerSecond, unit: 'a second' },
    // An answer that never came may have been one too.
    atMost('accepted, but no row', Math.max(0, accepted - stored), 0),
    { what: 'leads stored', value: perSecond(stored), unit: 'a second', target: { atLeast: 300 } },
  ];
};

/** Forms with an Idempotency-Key of their own: how much of each Redis keeps to know it again, and for how long. */
export const leadClaims: Attack = async ({ post, settings }) => {
  const answers = await repeatAtOnce(30, upTo(isLong ? 15_000 : 1_500), (index) => {
    // Each address stays below its limit of 30 forms a minute.
    const from = Math.floor(index / 25);
    const key = { 'idempotency-key': randomUUID() };
    return post('/api/newsletter-signup', signup(), `91.11.${from >> 8}.${from & 255}`, key);
  });
  const accepted = countStatus(202, answers);
  const redis = new Redis(settings.redisUrl);
  let bytes = 0;
  let longestMs = 0;
  for (const name of await redis.keys('*:lead-claim:*')) {
    bytes += Number(await redis.memory('USAGE', name));
    longestMs = Math.max(longestMs, await redis.pttl(name));
  }
  redis.disconnect();
  return [
    { what: 'forms accepted', value: accepted, unit: `of ${answers.length}` },
    atMost('Redis keeps of each', bytes / accepted, 500, 'B'),
    atMost('for', longestMs / 60_000, 10, 'minutes'),
  ];
};
