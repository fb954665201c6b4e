import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startReceiver } from '../faults/receiver.js';
import { percentile, printCells } from '../measuring/figures.js';
import { post, sendSteadily } from '../measuring/load.js';
import { ownSettings, withStack } from '../local/test-stack.js';

/**
 * `make bench-deliveries`: leads of three kinds, each with a webhook endpoint of its own, while all three are well
 * and while one hangs. The other two must have all of theirs, and their p95 from the 202 to the arrival may be at
 * most 1.2 times that with none hanging. Each half runs in four blocks, in the order A B B A A B B A, so that what drifts (a
 * warmer process, fuller tables) falls on both alike. LEADS of each half, RATE a second. Exit 1 where it is not so.
 */
/** Three kinds of lead, each with an endpoint of its own. */
const kinds = ['setups', 'question', 'newsletter'] as const;
type Kind = (typeof kinds)[number];

interface Lead {
  kind: Kind;
  id: string;
  /** When its 202 was here, in milliseconds of `performance.now()`. */
  acceptedAtMs: number;
}

const conditions = { well: 'none hangs', hanging: 'one hangs' } as const;
type Condition = keyof typeof conditions;

const leads = Number(process.env['LEADS'] ?? 10_000);
const perSecond = Number(process.env['RATE'] ?? 100);
const order: Condition[] = ['well', 'hanging', 'hanging', 'well', 'well', 'hanging', 'hanging', 'well'];
const ofABlock = Math.ceil((2 * leads) / order.length);
const hangs: Kind = 'setups';
const mostRatio = 1.2;
const warmUp = 300;
const arriveWithinMs = 60_000;

const receivers = {
  setups: await startReceiver(),
  question: await startReceiver(),
  newsletter: await startReceiver(),
};
const urlOf = (kind: Kind) => `http://127.0.0.1:${receivers[kind].port}/`;
const settings = ownSettings('bench-deliveries', 6, {
  RATE_LIMIT: 'off',
  WEBHOOK_SETUPS_URL: urlOf('setups'),
  WEBHOOK_QUESTION_URL: urlOf('question'),
  WEBHOOK_NEWSLETTER_URL: urlOf('newsletter'),
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_SIGNING_SECRET: 'whsec_ZHJpbGwtZHJpbGwtZHJpbGwtZHJpbGw=',
  // As ever but for the schedule: what hung must have come before the next block.
  WEBHOOK_RETRY_SECONDS: '0,2,2,2,2,2,2,2,2,2',
});

const arrivedAtMs = ({ kind, id }: Lead) => receivers[kind].arrivedAtMs.get(id);

async function untilArrived(posted: Lead[]): Promise<void> {
  const deadline = performance.now() + arriveWithinMs;
  while (posted.some((lead) => arrivedAtMs(lead) === undefined) && performance.now() < deadline) {
    await wait(100);
  }
}

/** Posts a block and waits for its deliveries; those of the endpoint that hung come when the others have all of theirs. */
async function runBlock(baseUrl: string, condition: Condition, count: number): Promise<Lead[]> {
  receivers[hangs].mood = condition;
  const posted = await sendSteadily(
    perSecond,
    (sent) => sent === count,
    (index) => postLead(baseUrl, kinds[index % kinds.length] ?? 'setups'),
  );
  await untilArrived(posted.filter(({ kind }) => condition === 'well' || kind !== hangs));
  receivers[hangs].mood = 'well';
  receivers[hangs].hangUp();
  await untilArrived(posted);
  await wait(1_000); // the last ones' rows, and connections
  return posted;
}

/** Throws when the lead is not accepted: the rate is more than this machine can do. */
async function postLead(baseUrl: string, kind: Kind): Promise<Lead> {
  const form = {
    email: `lead-${randomUUID()}@example.org`,
    language: 'NL',
    timestamp: new Date().toISOString(),
  };
  const id =
    kind === 'newsletter'
      ? await post(`${baseUrl}/api/newsletter-signup`, form)
      : await post(`${baseUrl}/api/setups-inquiry`, { ...form, kind, idea: 'Something that answers mail' });
  if (id === null) throw new Error('a lead was not accepted');
  return { kind, id, acceptedAtMs: performance.now() };
}

/** Prints the table; returns whether nothing is missing and no ratio of the two well endpoints is over `mostRatio`. */
function report(posted: Record<Condition, Lead[]>): boolean {
  printCells(['endpoint', '', 'accepted', 'delivered', 'p50', 'p95', 'ratio']);
  let allGood = true;
  for (const kind of kinds) {
    let wellP95 = NaN;
    for (const condition of ['well', 'hanging'] as const) {
      const leads = posted[condition].filter((lead) => lead.kind === kind);
      const delays = leads.map((lead) => (arrivedAtMs(lead) ?? NaN) - lead.acceptedAtMs).filter(isKnown);
      const [p50, p95] = delays.length > 0 ? [percentile(delays, 50), percentile(delays, 95)] : [NaN, NaN];
      const isHung = kind === hangs && condition === 'hanging';
      const isCompared = condition === 'hanging' && !isHung;
      const isWrong = delays.length < leads.length || (isCompared && !(p95 / wellP95 <= mostRatio));
      allGood &&= !isWrong;
      printCells(
        [
          kind,
          isHung ? 'hangs' : conditions[condition],
          `${leads.length}`,
          `${delays.length}`,
          // Those that hung came when the block was over: their delay is the block's.
          isHung ? '' : inMs(p50),
          isHung ? '' : inMs(p95),
          isCompared ? (p95 / wellP95).toFixed(2) : '',
        ],
        isWrong ? '  <- wrong' : '',
      );
      wellP95 = p95;
    }
  }
  return allGood;
}

const isKnown = (delay: number) => !Number.isNaN(delay);
const inMs = (value: number) => `${value.toFixed(1)} ms`;

const isGood = await withStack(settings, async (baseUrl) => {
  await runBlock(baseUrl, 'well', warmUp);
  const posted: Record<Condition, Lead[]> = { well: [], hanging: [] };
  for (const condition of order) {
    process.stdout.write(`${condition === 'well' ? 'None hangs' : `${hangs} hangs`}: ${ofABlock} leads …\n`);
    posted[condition].push(...(await runBlock(baseUrl, condition, ofABlock)));
  }
  process.stdout.write(`\nFrom the 202 to the arrival, ${perSecond} leads a second:\n`);
  return report(posted);
}).finally(() => Promise.all(Object.values(receivers).map((receiver) => receiver.shut())));
process.stdout.write(
  isGood
    ? `All delivered; a hanging endpoint costs the others at most ${mostRatio} times.\n`
    : `A delivery is missing, or a p95 is over ${mostRatio} times.\n`,
);
process.exitCode = isGood ? 0 : 1;
