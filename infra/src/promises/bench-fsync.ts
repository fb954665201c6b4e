import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { percentile } from '../bench/row.js';
import { post } from '../faults/load.js';
import { addressOf, startStack } from '../local/stack.js';
import { removeData, stopStack } from '../local/stop-stack.js';
import { testSettings } from '../test/test-stack.js';

/**
 * `make bench-fsync`: what it costs that a 202 means "on disk". Visits, then leads, are posted through nginx by a
 * fixed number of senders, each as soon as its last post is answered, with Redis' appendfsync at `always` and at
 * `everysec` in turn, round by round on one stack. It prints requests a second and the time of an answer for both,
 * and their ratio. ROUNDS of each, SECONDS a round. The senders share the machine with what they measure.
 */
const rounds = Number(process.env['ROUNDS'] ?? 10);
const roundMs = Number(process.env['SECONDS'] ?? 2) * 1_000;
const senders = 16;
const policies = ['always', 'everysec'] as const;
type Policy = (typeof policies)[number];

const kinds = {
  visits: () => ({ path: '/api/visit', body: { page: `/bench/${randomUUID()}` } }),
  leads: () => ({
    path: '/api/newsletter-signup',
    body: {
      email: `lead-${randomUUID()}@example.org`,
      language: 'NL',
      timestamp: new Date().toISOString(),
    },
  }),
};
type Kind = keyof typeof kinds;

/** Milliseconds until each 202. */
type Answers = number[];

const settings = testSettings({
  LOCAL_DIR: '.local/bench-fsync',
  WEB_PORT: '28092',
  API_PORT: '23031',
  WORKER_PORT: '23131',
  POSTGRES_PORT: '25462',
  REDIS_PORT: '26409',
  EDGE_LOG_PORT: '25554',
  RATE_LIMIT: 'off',
});
const baseUrl = addressOf(settings);

async function runRound(kind: Kind): Promise<Answers> {
  const answers: Answers = [];
  const endMs = performance.now() + roundMs;
  const sendInTurn = async () => {
    while (performance.now() < endMs) {
      const { path, body } = kinds[kind]();
      const startMs = performance.now();
      if ((await post(`${baseUrl}${path}`, body)) === null) throw new Error(`${path} was not accepted`);
      answers.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: senders }, sendInTurn));
  return answers;
}

/** The rounds of both policies, whose order turns about so that what drifts falls on both alike. */
async function measure(kind: Kind, redis: Redis): Promise<Record<Policy, Answers>> {
  const found: Record<Policy, Answers> = { always: [], everysec: [] };
  await runRound(kind); // warms up
  for (let round = 0; round < rounds; round += 1) {
    for (const policy of round % 2 === 0 ? policies : policies.toReversed()) {
      await redis.config('SET', 'appendfsync', policy);
      found[policy].push(...(await runRound(kind)));
    }
  }
  return found;
}

function print([kind = '', policy = '', ...figures]: string[]): void {
  const cells = figures.map((figure) => figure.padStart(13)).join('');
  process.stdout.write(`${kind.padEnd(8)}${policy.padEnd(10)}${cells}\n`);
}

function report(kind: Kind, found: Record<Policy, Answers>): void {
  const figuresOf = (answers: Answers) => [
    answers.length / ((rounds * roundMs) / 1_000),
    percentile(answers, 50),
    percentile(answers, 99),
  ];
  const [always, everysec] = policies.map((policy) => figuresOf(found[policy]));
  print([kind, 'always', ...(always ?? []).map((figure) => figure.toFixed(1))]);
  print([kind, 'everysec', ...(everysec ?? []).map((figure) => figure.toFixed(1))]);
  print([
    kind,
    'ratio',
    ...(always ?? []).map((figure, index) => (figure / (everysec?.[index] ?? NaN)).toFixed(2)),
  ]);
}

const redis = new Redis(settings.redisUrl, { lazyConnect: true });
try {
  await removeData(settings.localDir);
  await startStack(settings);
  await redis.connect();
  print(['', '', 'requests/s', 'p50 ms', 'p99 ms']);
  for (const kind of ['visits', 'leads'] as const) report(kind, await measure(kind, redis));
} finally {
  redis.disconnect();
  await stopStack(settings.localDir);
}
