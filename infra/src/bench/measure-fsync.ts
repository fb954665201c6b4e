import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { compared, percentile, type Row } from '../measuring/figures.js';
import { forSeconds, inTurns, post, repeatAtOnce, signup } from '../measuring/load.js';

const senders = 16;
const requests = {
  visits: () => ({ path: '/api/visit', body: { page: `/bench/${randomUUID()}` } }),
  leads: () => ({ path: '/api/newsletter-signup', body: signup() }),
};

/**
 * What it costs that a 202 means "on disk". Visits, then leads, are posted through nginx by a fixed number of senders,
 * each as soon as its last post is answered, with Redis' appendfsync at `always` and at `everysec` in turns. The senders
 * share the machine with what they measure.
 */
export async function measureFsync(settings: Settings, rounds: number, seconds: number): Promise<Row[]> {
  const redis = new Redis(settings.redisUrl);
  const rows: Row[] = [];
  try {
    for (const [kind, requestOf] of Object.entries(requests)) {
      const runWith = async (policy: 'always' | 'everysec') => {
        await redis.config('SET', 'appendfsync', policy);
        return repeatAtOnce(senders, forSeconds(seconds), () => timePost(addressOf(settings), requestOf()));
      };
      await runWith('always'); // warms up
      const found = await inTurns(rounds, {
        always: () => runWith('always'),
        everysec: () => runWith('everysec'),
      });
      const [always, everysec] = [found.always.flat(), found.everysec.flat()];
      const perSecond = (tookMs: number[]) => tookMs.length / (rounds * seconds);
      const more = {
        'p50 ms': percentile(always, 50),
        'p50 ms beside': percentile(everysec, 50),
        'p99 ms': percentile(always, 99),
        'p99 ms beside': percentile(everysec, 99),
      };
      const row = { what: `${kind}, appendfsync always`, value: perSecond(always), unit: 'requests/s', more };
      rows.push(compared(row, { what: 'everysec', value: perSecond(everysec) }));
    }
    return rows;
  } finally {
    await redis.config('SET', 'appendfsync', 'always');
    redis.disconnect();
  }
}

/** Milliseconds until the 202. */
async function timePost(baseUrl: string, { path, body }: { path: string; body: object }): Promise<number> {
  const startMs = performance.now();
  if ((await post(baseUrl + path, body)) === null) throw new Error(`${path} was not accepted`);
  return performance.now() - startMs;
}
