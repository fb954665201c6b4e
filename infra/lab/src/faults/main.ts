import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startSmtpReceiver } from '@voordeur/worker/tools';
import { printCells } from '../measuring/figures.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { until } from '@voordeur/operate/local/until.js';
import { accountUnderLoad, measureRecovery } from './account.js';
import { faults, takenUpAgainMs, type Fault } from './faults.js';
import { mixture, type Owner } from './load.js';
import { call, logIn } from '@voordeur/e2e/helpers/clients.js';
import { post } from '@voordeur/e2e/helpers/post.js';
import { mountSmallDisk } from './full-disk.js';
import { openReceiver, settingsFor } from './receiver.js';

/**
 * `make test-faults ROUNDS=n`: a stack of its own under steady load; a part dies or hangs at a random moment, and
 * then every 202 must be accounted for once. It knows the pid files, the database and the webhook receiver, nothing
 * else of the product. FAULTS=worker,redis narrows it; exit 1 unless nothing is lost, doubled or undelivered, and 2
 * where the drill itself could not run. BESIDE=others says that it doesn't have the machine for itself: refusals, which
 * lose nothing and depend on how busy it is, aren't judged then, nor is the fault that is about them alone.
 * `make drill NAME=disk` is FAULTS='full disk', on a small disk that root alone can mount; for others it says so, and exits 0.
 */
const rounds = Number(process.env['ROUNDS'] ?? 3);
const only = process.env['FAULTS']?.split(',');
const isAlone = process.env['BESIDE'] === undefined;
// Enough to meet each fault, and few enough to leave the browser tests their share of the machine.
const requestsPerSecond = isAlone ? 200 : 50;
const allThereWithinMs = 60_000;

const chosen = faults.filter(
  ({ name, allGoesOn, needsSmallDisk }) =>
    only?.includes(name) ?? (!needsSmallDisk && (isAlone || !allGoesOn)),
);
const smallDisk = chosen.some(({ needsSmallDisk }) => needsSmallDisk) ? mountSmallDisk() : undefined;
if (smallDisk === null) {
  process.stdout.write('Not run: the drill needs a small disk of its own, which only root can mount.\n');
  process.exit();
}

const receiver = await openReceiver();
const mailServer = await startSmtpReceiver();
const settings = ownSettings('test-faults', 1, {
  ...(smallDisk && { LOCAL_DIR: join(smallDisk, 'stack') }),
  RATE_LIMIT: 'off',
  ...settingsFor(receiver.port),
  WEBHOOK_TIMEOUT_SECONDS: '2',
  WEBHOOK_RETRY_SECONDS: '0,1,1,2,2,3,3,4,4,5',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'door@example.org',
  OWNER_EMAIL: 'owner@example.org',
});
const { databaseUrl } = settings;

const heads = [
  ...['accepted', 'refused', 'leads refused', 'lost', 'doubled', 'differing', 'undelivered'],
  ...['twice', 'replies lost', 'at most', 'recovered'],
];

/** Strikes once under load and prints what became of what was accepted; resolves to whether all is as it must be. */
async function runFault(
  baseUrl: string,
  owner: Owner,
  { name, strike, leadsGoOn = false, allGoesOn = false, runsAgain = false }: Fault,
): Promise<boolean> {
  const wrong: string[] = [];
  const strikeAndRecover = async () => {
    await wait(1_000 + Math.random() * 1_000);
    await strike({ ...settings, receiver, wrong });
    const seconds = await measureRecovery(baseUrl, databaseUrl, allThereWithinMs);
    await wait(runsAgain ? takenUpAgainMs : 500);
    return seconds;
  };
  const target = { baseUrl, databaseUrl, receiver, mailServer };
  const load = { kinds: [...mixture, 'replies' as const], owner };
  const found = await accountUnderLoad(target, requestsPerSecond, allThereWithinMs, strikeAndRecover, load);
  const { accepted, refused, refusedAll, result: recoverySeconds } = found;
  // They had another place to go.
  const refusedLeads = leadsGoOn && isAlone ? refused.leads + refused.unsubscribes : 0;
  const isGood =
    found.isRight &&
    wrong.length + refusedLeads === 0 &&
    !(allGoesOn && refusedAll > 0) &&
    Number.isFinite(recoverySeconds) &&
    // Once more is what a crash between sending and writing it down may cost.
    found.repliesAtMost <= 2;
  const cells = [
    ...[accepted, refusedAll, refusedLeads, found.lost, found.doubled, found.differing, found.undelivered],
    ...[found.deliveredTwice, found.repliesLost, found.repliesAtMost, `${recoverySeconds.toFixed(1)} s`],
  ];
  printCells([name, ...cells.map(String)], isGood ? '' : ['  <- wrong', ...wrong].join(', '));
  return isGood;
}

/** Logs in, and sends a few leads that are answered again and again while things go wrong. */
async function prepareOwner(baseUrl: string): Promise<Owner> {
  const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
  const leadIds: string[] = [];
  for (let count = 1; count <= 20; count += 1) {
    const form = { email: `answered-${count}@example.org`, idea: 'Why?', language: 'ENG', kind: 'question' };
    const id = await post(`${baseUrl}/api/setups-inquiry`, { ...form, timestamp: new Date().toISOString() });
    if (id !== null) leadIds.push(id);
  }
  const isThere = (id: string) => call(`${baseUrl}/api/admin/leads/${id}`, token).then(Boolean, () => false);
  const areThere = async () => (await Promise.all(leadIds.map(isThere))).every(Boolean);
  if (!(await until(areThere, { withinMs: allThereWithinMs, everyMs: 200 })))
    throw new Error('the leads to answer are not there');
  return { token, leadIds };
}

try {
  const allGood = await withStack(settings, async (baseUrl) => {
    const owner = await prepareOwner(baseUrl);
    printCells(['fault', ...heads]);
    const results: boolean[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const fault of chosen) results.push(await runFault(baseUrl, owner, fault));
    }
    return results.every(Boolean);
  });
  process.stdout.write(
    allGood ? 'Nothing lost, nothing doubled.\n' : 'Something was lost, doubled or refused.\n',
  );
  process.exitCode = allGood ? 0 : 1;
} catch (error) {
  // No finding: a port that is taken, a stack that does not start.
  console.error('The drill could not run.', error);
  process.exitCode = 2;
} finally {
  await receiver.shut();
  await mailServer.stop();
}
