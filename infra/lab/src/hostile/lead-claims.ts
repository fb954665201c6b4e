import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Pool } from 'undici';
import { atMost } from '../measuring/figures.js';
import { signup } from '@voordeur/e2e/helpers/post.js';
import { postTo, repeatAtOnce, upTo } from '../measuring/load.js';
import { type Attack, cameFrom, countStatus, serverErrors } from './attack.js';

const posts = process.env['LONG'] === '1' ? 15_000 : 1_500;
/** None of them goes over its limit of 30 forms a minute. */
const perAddress = 25;

/** Forms with an Idempotency-Key of their own: what Redis keeps of each to know it again, and for how long. */
export const leadClaims: Attack = async (baseUrl, { redisUrl }) => {
  const pool = new Pool(baseUrl, { connections: 30, headersTimeout: 30_000 });
  const redis = new Redis(redisUrl);
  try {
    const answers = await repeatAtOnce(30, upTo(posts), (index) => {
      const one = Math.floor(index / perAddress);
      return postTo(pool, '/api/newsletter-signup', signup(), {
        'idempotency-key': randomUUID(),
        ...cameFrom(`91.11.${one >> 8}.${one & 255}`),
      });
    });
    const names = await redis.keys('*:lead-claim:*');
    let bytes = 0;
    let longestMs = 0;
    for (const name of names) {
      bytes += Number(await redis.memory('USAGE', name));
      longestMs = Math.max(longestMs, await redis.pttl(name));
    }
    const accepted = countStatus(202, answers);
    return [
      { what: 'forms accepted', value: accepted, unit: `of ${answers.length}` },
      atMost('Redis keeps of each', bytes / accepted, 500, 'B'),
      atMost('for', longestMs / 60_000, 10, 'minutes'),
      serverErrors(answers),
    ];
  } finally {
    redis.disconnect();
    await pool.destroy();
  }
};
