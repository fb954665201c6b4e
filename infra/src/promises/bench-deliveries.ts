import { setTimeout as wait } from 'node:timers/promises';
import { startReceiver } from '../faults/receiver.js';
import { addressOf, startStack } from '../local/stack.js';
import { removeData, stopStack } from '../local/stop-stack.js';
import { testSettings } from '../test/test-stack.js';
import { postLeads, type PostedKind, type PostedLead } from './post-leads.js';
import { type Condition, reportDeliveries } from './report-deliveries.js';

/**
 * `make bench-deliveries`: leads of three kinds, each with a webhook endpoint of its own, while all three are well
 * and while one hangs. The other two must have all of theirs, and their p95 from the 202 to the arrival may be at
 * most 1.2 times that with none hanging. Each half runs in four blocks, in the order A B B A A B B A, so that what drifts (a
 * warmer process, fuller tables) falls on both alike. LEADS of each half, RATE a second. Exit 1 where it is not so.
 */
const leads = Number(process.env['LEADS'] ?? 10_000);
const perSecond = Number(process.env['RATE'] ?? 100);
const order: Condition[] = ['well', 'hanging', 'hanging', 'well', 'well', 'hanging', 'hanging', 'well'];
const ofABlock = Math.ceil((2 * leads) / order.length);
const hangs: PostedKind = 'setups';
const mostRatio = 1.2;
const warmUp = 300;
const arriveWithinMs = 60_000;

const receivers = {
  setups: await startReceiver(),
  question: await startReceiver(),
  newsletter: await startReceiver(),
};
const urlOf = (kind: PostedKind) => `http://127.0.0.1:${receivers[kind].port}/`;
const settings = testSettings({
  LOCAL_DIR: '.local/bench-deliveries',
  WEB_PORT: '28091',
  API_PORT: '23021',
  WORKER_PORT: '23121',
  POSTGRES_PORT: '25452',
  REDIS_PORT: '26399',
  EDGE_LOG_PORT: '25534',
  RATE_LIMIT: 'off',
  WEBHOOK_SETUPS_URL: urlOf('setups'),
  WEBHOOK_QUESTION_URL: urlOf('question'),
  WEBHOOK_NEWSLETTER_URL: urlOf('newsletter'),
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_SIGNING_SECRET: 'whsec_ZHJpbGwtZHJpbGwtZHJpbGwtZHJpbGw=',
  // As ever but for the schedule: what hung must have come before the next block.
  WEBHOOK_RETRY_SECONDS: '0,2,2,2,2,2,2,2,2,2',
});
const baseUrl = addressOf(settings);

const arrivedAtMs = ({ kind, id }: PostedLead) => receivers[kind].arrivedAtMs.get(id);

async function untilArrived(posted: PostedLead[]): Promise<void> {
  const deadline = performance.now() + arriveWithinMs;
  while (posted.some((lead) => arrivedAtMs(lead) === undefined) && performance.now() < deadline) {
    await wait(100);
  }
}

/** Posts a block and waits for its deliveries; those of the endpoint that hung come when the others have all of theirs. */
async function runBlock(condition: Condition, count: number): Promise<PostedLead[]> {
  receivers[hangs].mood = condition;
  const posted = await postLeads(baseUrl, count, perSecond);
  await untilArrived(posted.filter(({ kind }) => condition === 'well' || kind !== hangs));
  receivers[hangs].mood = 'well';
  receivers[hangs].hangUp();
  await untilArrived(posted);
  await wait(1_000); // the last ones' rows, and connections
  return posted;
}

let isGood: boolean;
try {
  await removeData(settings.localDir);
  await startStack(settings);
  await runBlock('well', warmUp);
  const posted: Record<Condition, PostedLead[]> = { well: [], hanging: [] };
  for (const condition of order) {
    process.stdout.write(`${condition === 'well' ? 'None hangs' : `${hangs} hangs`}: ${ofABlock} leads …\n`);
    posted[condition].push(...(await runBlock(condition, ofABlock)));
  }
  process.stdout.write(`\nFrom the 202 to the arrival, ${perSecond} leads a second:\n`);
  isGood = reportDeliveries(posted, arrivedAtMs, { hangs, mostRatio });
} finally {
  await stopStack(settings.localDir);
  await Promise.all(Object.values(receivers).map((receiver) => receiver.shut()));
}
process.stdout.write(
  isGood
    ? `All delivered; a hanging endpoint costs the others at most ${mostRatio} times.\n`
    : `A delivery is missing, or a p95 is over ${mostRatio} times.\n`,
);
process.exitCode = isGood ? 0 : 1;
