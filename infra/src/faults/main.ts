import { setTimeout as wait } from 'node:timers/promises';
import { printCells } from '../measuring/figures.js';
import { ownSettings, withStack } from '../local/test-stack.js';
import { account, untilRow } from './account.js';
import { faults, takenUpAgainMs, type Fault } from './faults.js';
import { startLoad } from './load.js';
import { post } from '../measuring/load.js';
import { startReceiver } from './receiver.js';

/**
 * `make test-faults ROUNDS=n`: a stack of its own under steady load; a part dies or hangs at a random moment, and
 * then every 202 must be accounted for once. It knows the pid files, the database and the webhook receiver, nothing
 * else of the product. FAULTS=worker,redis narrows it; exit 1 unless nothing is lost, doubled or undelivered, and 2
 * where the drill itself could not run.
 */
const rounds = Number(process.env['ROUNDS'] ?? 3);
const only = process.env['FAULTS']?.split(',');
const requestsPerSecond = 200;
const allThereWithinMs = 60_000;

const receiver = await startReceiver();
const settings = ownSettings('test-faults', 1, {
  RATE_LIMIT: 'off',
  WEBHOOK_QUESTION_URL: `http://127.0.0.1:${receiver.port}/`,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_SIGNING_SECRET: 'whsec_ZHJpbGwtZHJpbGwtZHJpbGwtZHJpbGw=',
  WEBHOOK_TIMEOUT_SECONDS: '2',
  WEBHOOK_RETRY_SECONDS: '0,1,1,2,2,3,3,4,4,5',
});
const { localDir, databaseUrl } = settings;

const heads = 'accepted,refused,leads refused,lost,doubled,figures,delivered,twice,recovered'.split(',');

/** Strikes once under load and prints what became of what was accepted; resolves to whether all is as it must be. */
async function runFault(
  baseUrl: string,
  { name, strike, leadsGoOn = false, runsAgain = false }: Fault,
): Promise<boolean> {
  const stopLoad = startLoad(baseUrl, requestsPerSecond);
  await wait(1_000 + Math.random() * 1_000);
  await strike({ localDir, databaseUrl, receiver });
  const recoverySeconds = await measureRecovery(baseUrl);
  await wait(500);
  const { accepted, refused } = await stopLoad();
  if (runsAgain) await wait(takenUpAgainMs);
  const found = await account(databaseUrl, accepted, receiver, allThereWithinMs);
  const { lost, doubled, differing, undelivered, deliveredTwice } = found;
  // They had another place to go.
  const refusedLeads = leadsGoOn ? refused.leads + refused.unsubscribes : 0;
  const isGood =
    !differing &&
    Number.isFinite(recoverySeconds) &&
    lost + doubled + undelivered + deliveredTwice + refusedLeads === 0;
  const cells = [
    Object.values(accepted).flat().length,
    Object.values(refused).reduce((sum, count) => sum + count, 0),
    refusedLeads,
    lost,
    doubled,
    differing ? 'differ' : 'equal',
    `${accepted.leads.length - undelivered} of ${accepted.leads.length}`,
    deliveredTwice,
    `${recoverySeconds.toFixed(1)} s`,
  ];
  printCells([name, ...cells.map(String)], isGood ? '' : '  <- wrong');
  return isGood;
}

/** Seconds from the fault until a visit posted after it is a row; Infinity where none becomes one. */
async function measureRecovery(baseUrl: string): Promise<number> {
  const struckAt = performance.now();
  for (;;) {
    const id = await post(`${baseUrl}/api/visit`, { page: '/drill-recovery' });
    if (id !== null) {
      const isRow = await untilRow(databaseUrl, id, allThereWithinMs);
      return isRow ? (performance.now() - struckAt) / 1_000 : Infinity;
    }
    if (performance.now() - struckAt > allThereWithinMs) return Infinity;
    await wait(50);
  }
}

try {
  const allGood = await withStack(settings, async (baseUrl) => {
    printCells(['fault', ...heads]);
    const results: boolean[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const fault of faults.filter(({ name }) => !only || only.includes(name))) {
        results.push(await runFault(baseUrl, fault));
      }
    }
    return results.every(Boolean);
  }).finally(() => receiver.shut());
  process.stdout.write(
    allGood ? 'Nothing lost, nothing doubled.\n' : 'Something was lost, doubled or refused.\n',
  );
  process.exitCode = allGood ? 0 : 1;
} catch (error) {
  // No finding: a port that is taken, a stack that does not start.
  console.error('The drill could not run.', error);
  process.exitCode = 2;
}
