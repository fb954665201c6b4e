import { setTimeout as wait } from 'node:timers/promises';
import { openReceiver } from '../faults/receiver.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { atMost, compared, percentile, printRows, type Row } from '../measuring/figures.js';
import { post, signup } from '@voordeur/e2e/helpers/post.js';
import { inTurns, sendSteadily, upTo } from '../measuring/load.js';
import { until } from '@voordeur/operate/local/until.js';

/**
 * `make drill NAME=deliveries`: leads of three kinds, each with a webhook endpoint of its own, while all three are well
 * and while one hangs. The other two must have all of theirs, and their p95 from the 202 to the arrival may be at
 * most 1.2 times that with none hanging. Each half runs in four blocks that take turns, so that what drifts (a warmer
 * process, fuller tables) falls on both alike. LEADS of each half, RATE a second. Exit 1 where it is not so.
 */
const leads = Number(process.env['LEADS'] ?? 10_000);
const perSecond = Number(process.env['RATE'] ?? 100);
type Condition = 'well' | 'hanging';
const blocks = 4;
const mostRatio = 1.2;
const warmUp = 300;
const arriveWithinMs = 60_000;

const kinds = ['setups', 'question', 'newsletter'] as const;
type Kind = (typeof kinds)[number];
const hangs: Kind = 'setups';
const receivers = {
  setups: await openReceiver(),
  question: await openReceiver(),
  newsletter: await openReceiver(),
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

/** Milliseconds from the 202 to the arrival; Infinity where the webhook has not arrived. */
function delayOf({ kind, id, acceptedAtMs }: Lead): number {
  return (receivers[kind].arrived.get(id)?.atMs ?? Infinity) - acceptedAtMs;
}

const untilArrived = (posted: Lead[]) =>
  until(() => posted.every((lead) => delayOf(lead) < Infinity), { withinMs: arriveWithinMs });

/** Posts a block and waits for its deliveries; those of the endpoint that hung come when the others have all of theirs. */
async function runBlock(baseUrl: string, condition: Condition, count: number): Promise<Lead[]> {
  process.stdout.write(`${condition === 'well' ? 'None hangs' : `${hangs} hangs`}: ${count} leads …\n`);
  receivers[hangs].mood = condition;
  const posted = await sendSteadily(perSecond, upTo(count), (index) =>
    postLead(baseUrl, kinds[index % kinds.length] ?? hangs),
  );
  await untilArrived(posted.filter(({ kind }) => condition === 'well' || kind !== hangs));
  receivers[hangs].mood = 'well';
  await receivers[hangs].shut();
  await receivers[hangs].open();
  await untilArrived(posted);
  await wait(1_000); // the last ones' rows, and connections
  return posted;
}

/** Throws when the lead is not accepted: the rate is more than this machine can do. */
async function postLead(baseUrl: string, kind: Kind): Promise<Lead> {
  const path = kind === 'newsletter' ? '/api/newsletter-signup' : '/api/setups-inquiry';
  const lead = { ...signup(), ...(kind !== 'newsletter' && { kind, idea: 'Something that answers mail' }) };
  const id = await post(baseUrl + path, lead);
  if (id === null) throw new Error('a lead was not accepted');
  return { kind, id, acceptedAtMs: performance.now() };
}

/** Nothing of an endpoint may be missing; those that never hang must also be as quick as before. */
function rowsOf(kind: Kind, posted: Record<Condition, Lead[]>): Row[] {
  const delaysIn = (condition: Condition) =>
    posted[condition].filter((lead) => lead.kind === kind).map(delayOf);
  const [well, hanging] = [delaysIn('well'), delaysIn('hanging')];
  const delays = [...well, ...hanging];
  const missing = delays.filter((delay) => delay === Infinity).length;
  const delivered = atMost(`${kind}: missing of ${delays.length} accepted`, missing, 0);
  // Its delays would be those of the blocks, at whose end they came.
  if (kind === hangs) return [delivered];
  const row = {
    what: `${kind}: from the 202 to the arrival while ${hangs} hangs, p95`,
    value: percentile(hanging, 95),
    unit: 'ms',
    more: { 'p50 ms': percentile(hanging, 50), 'p50 ms without': percentile(well, 50) },
  };
  const baseline = { what: 'while none hangs', value: percentile(well, 95) };
  return [delivered, compared(row, baseline, { atMost: mostRatio })];
}

await withStack(settings, async (baseUrl) => {
  await runBlock(baseUrl, 'well', warmUp);
  const found = await inTurns(blocks, {
    well: () => runBlock(baseUrl, 'well', leads / blocks),
    hanging: () => runBlock(baseUrl, 'hanging', leads / blocks),
  });
  const posted = { well: found.well.flat(), hanging: found.hanging.flat() };
  if (!printRows(kinds.flatMap((kind) => rowsOf(kind, posted)))) process.exitCode = 1;
});
for (const receiver of Object.values(receivers)) await receiver.shut();
