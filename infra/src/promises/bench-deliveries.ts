import { setTimeout as wait } from 'node:timers/promises';
import { startReceiver } from '../faults/receiver.js';
import { ownSettings, withStack } from '../local/test-stack.js';
import { percentile, printCells } from '../measuring/figures.js';
import { post, sendSteadily, signup } from '../measuring/load.js';
import { until } from '../measuring/until.js';

/**
 * `make bench-deliveries`: leads of three kinds, each with a webhook endpoint of its own, while all three are well
 * and while one hangs. The other two must have all of theirs, and their p95 from the 202 to the arrival may be at
 * most 1.2 times that with none hanging. Each half runs in four blocks, in the order A B B A A B B A, so that what drifts (a
 * warmer process, fuller tables) falls on both alike. LEADS of each half, RATE a second. Exit 1 where it is not so.
 */
const leads = Number(process.env['LEADS'] ?? 10_000);
const perSecond = Number(process.env['RATE'] ?? 100);
type Condition = 'well' | 'hanging';
const order: Condition[] = ['well', 'hanging', 'hanging', 'well', 'well', 'hanging', 'hanging', 'well'];
const ofABlock = Math.ceil((2 * leads) / order.length);
const mostRatio = 1.2;
const warmUp = 300;
const arriveWithinMs = 60_000;

const kinds = ['setups', 'question', 'newsletter'] as const;
type Kind = (typeof kinds)[number];
const hangs: Kind = 'setups';
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
  // The usual settings but for the schedule: what hung must have come before the next block.
  WEBHOOK_RETRY_SECONDS: '0,2,2,2,2,2,2,2,2,2',
});

interface Lead {
  kind: Kind;
  id: string;
  /** When its 202 was here, in milliseconds of `performance.now()`. */
  acceptedAtMs: number;
}

/** Milliseconds from the 202 to the arrival; undefined where the webhook has not arrived. */
function delayOf({ kind, id, acceptedAtMs }: Lead): number | undefined {
  const arrivedAtMs = receivers[kind].arrivedAtMs.get(id);
  return arrivedAtMs === undefined ? undefined : arrivedAtMs - acceptedAtMs;
}

const untilArrived = (posted: Lead[]) =>
  until(() => posted.every((lead) => delayOf(lead) !== undefined), { withinMs: arriveWithinMs });

/** Posts a block and waits for its deliveries; those of the endpoint that hung come when the others have all of theirs. */
async function runBlock(baseUrl: string, condition: Condition, count: number): Promise<Lead[]> {
  receivers[hangs].mood = condition;
  const posted = await sendSteadily(
    perSecond,
    (sent) => sent === count,
    (index) => postLead(baseUrl, kinds[index % kinds.length] ?? hangs),
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
  const id =
    kind === 'newsletter'
      ? await post(`${baseUrl}/api/newsletter-signup`, signup())
      : await post(`${baseUrl}/api/setups-inquiry`, {
          ...signup(),
          kind,
          idea: 'Something that answers mail',
        });
  if (id === null) throw new Error('a lead was not accepted');
  return { kind, id, acceptedAtMs: performance.now() };
}

/** Prints both lines of an endpoint; returns whether nothing is missing and its p95 has not grown too much. */
function report(kind: Kind, posted: Record<Condition, Lead[]>): boolean {
  const delaysIn = (condition: Condition) =>
    posted[condition].filter((lead) => lead.kind === kind).map((lead) => delayOf(lead) ?? Infinity);
  const [well, hanging] = [delaysIn('well'), delaysIn('hanging')];
  const cells = (delays: number[]) => [delays.length, delays.filter(Number.isFinite).length].map(String);
  const times = (delays: number[]) =>
    [50, 95].map((percent) => `${percentile(delays, percent).toFixed(1)} ms`);
  const isDelivered = [...well, ...hanging].every(Number.isFinite);
  printCells([kind, 'none hangs', ...cells(well), ...times(well)]);
  if (kind === hangs) {
    // Its delays would be those of the blocks, at whose end they came.
    printCells([kind, 'hangs', ...cells(hanging)], isDelivered ? '' : '  <- wrong');
    return isDelivered;
  }
  const ratio = percentile(hanging, 95) / percentile(well, 95);
  const isGood = isDelivered && ratio <= mostRatio;
  printCells(
    [kind, 'one hangs', ...cells(hanging), ...times(hanging), ratio.toFixed(2)],
    isGood ? '' : '  <- wrong',
  );
  return isGood;
}

const isGood = await withStack(settings, async (baseUrl) => {
  await runBlock(baseUrl, 'well', warmUp);
  const posted: Record<Condition, Lead[]> = { well: [], hanging: [] };
  for (const condition of order) {
    process.stdout.write(`${condition === 'well' ? 'None hangs' : `${hangs} hangs`}: ${ofABlock} leads …\n`);
    posted[condition].push(...(await runBlock(baseUrl, condition, ofABlock)));
  }
  process.stdout.write(`\nFrom the 202 to the arrival, ${perSecond} leads a second:\n`);
  printCells(['endpoint', '', 'accepted', 'delivered', 'p50', 'p95', 'ratio']);
  return kinds.map((kind) => report(kind, posted)).every(Boolean);
}).finally(() => Promise.all(Object.values(receivers).map((receiver) => receiver.shut())));
process.stdout.write(
  isGood
    ? `All delivered; a hanging endpoint costs the others at most ${mostRatio} times.\n`
    : `A delivery is missing, or a p95 is over ${mostRatio} times.\n`,
);
process.exitCode = isGood ? 0 : 1;
