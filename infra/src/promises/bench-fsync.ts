import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { percentile, printCells } from '../measuring/figures.js';
import { forSeconds, post, repeatAtOnce, signup } from '../measuring/load.js';
import { ownSettings, withStack } from '../local/test-stack.js';

/**
 * `make bench-fsync`: what it costs that a 202 means "on disk". Visits, then leads, are posted through nginx by a
 * fixed number of senders, each as soon as its last post is answered, with Redis' appendfsync at `always` and at
 * `everysec` in turn, round by round on one stack. It prints requests a second and the time of an answer for both,
 * and their ratio. ROUNDS of each, SECONDS a round. The senders share the machine with what they measure.
 */
const rounds = Number(process.env['ROUNDS'] ?? 10);
const seconds = Number(process.env['SECONDS'] ?? 2);
const senders = 16;
const policies = ['always', 'everysec'] as const;
type Policy = (typeof policies)[number];

const kinds = {
  visits: () => ({ path: '/api/visit', body: { page: `/bench/${randomUUID()}` } }),
  leads: () => ({ path: '/api/newsletter-signup', body: signup() }),
};
type Kind = keyof typeof kinds;

/** Milliseconds until each 202. */
async function runRound(baseUrl: string, kind: Kind): Promise<number[]> {
  return repeatAtOnce(senders, forSeconds(seconds), async () => {
    const { path, body } = kinds[kind]();
    const startMs = performance.now();
    if ((await post(`${baseUrl}${path}`, body)) === null) throw new Error(`${path} was not accepted`);
    return performance.now() - startMs;
  });
}

/** The rounds of both policies, whose order turns about so that what drifts falls on both alike. */
async function measure(baseUrl: string, kind: Kind, redis: Redis): Promise<Record<Policy, number[]>> {
  const found: Record<Policy, number[]> = { always: [], everysec: [] };
  await runRound(baseUrl, kind); // warms up
  for (let round = 0; round < rounds; round += 1) {
    for (const policy of round % 2 === 0 ? policies : policies.toReversed()) {
      await redis.config('SET', 'appendfsync', policy);
      found[policy].push(...(await runRound(baseUrl, kind)));
    }
  }
  return found;
}

function report(kind: Kind, found: Record<Policy, number[]>): void {
  const figuresOf = (tookMs: number[]) => [
    tookMs.length / (rounds * seconds),
    percentile(tookMs, 50),
    percentile(tookMs, 99),
  ];
  const [always, everysec] = [figuresOf(found.always), figuresOf(found.everysec)];
  const ratios = always.map((figure, index) => figure / (everysec[index] ?? NaN));
  printCells([`${kind} always`, ...always.map((figure) => figure.toFixed(1))]);
  printCells([`${kind} everysec`, ...everysec.map((figure) => figure.toFixed(1))]);
  printCells([`${kind} ratio`, ...ratios.map((ratio) => ratio.toFixed(2))]);
}

const settings = ownSettings('bench-fsync', 7, { RATE_LIMIT: 'off' });
await withStack(settings, async (baseUrl) => {
  const redis = new Redis(settings.redisUrl);
  try {
    printCells(['', 'requests/s', 'p50 ms', 'p99 ms']);
    for (const kind of ['visits', 'leads'] as const) report(kind, await measure(baseUrl, kind, redis));
  } finally {
    redis.disconnect();
  }
});
