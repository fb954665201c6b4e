import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf, startStack } from '../local/stack.js';
import { removeData, stopStack } from '../local/stop-stack.js';
import { testSettings } from '../test/test-stack.js';
import { account, untilRow } from './account.js';
import { faults, takenUpAgainMs, type Fault } from './faults.js';
import { postVisit, startLoad } from './load.js';
import { printHead, printResult, type Result } from './print-result.js';
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
const settings = testSettings({
  LOCAL_DIR: '.local/test-faults',
  WEB_PORT: '28090',
  API_PORT: '23011',
  WORKER_PORT: '23111',
  POSTGRES_PORT: '25442',
  REDIS_PORT: '26389',
  EDGE_LOG_PORT: '25524',
  RATE_LIMIT: 'off',
  WEBHOOK_QUESTION_URL: `http://127.0.0.1:${receiver.port}/`,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_SIGNING_SECRET: 'whsec_ZHJpbGwtZHJpbGwtZHJpbGwtZHJpbGw=',
  WEBHOOK_TIMEOUT_SECONDS: '2',
  WEBHOOK_RETRY_SECONDS: '0,1,1,2,2,3,3,4,4,5',
});
const baseUrl = addressOf(settings);
const runDir = join(settings.localDir, 'run');

async function runFault({ name, strike, leadsGoOn = false, runsAgain = false }: Fault): Promise<Result> {
  const load = startLoad(baseUrl, requestsPerSecond);
  await wait(1_000 + Math.random() * 1_000);
  await strike({ runDir, databaseUrl: settings.databaseUrl, receiver });
  const recoverySeconds = await measureRecovery();
  await wait(500);
  await load.stop();
  if (runsAgain) await wait(takenUpAgainMs);
  const found = await account(settings.databaseUrl, load.accepted, receiver, allThereWithinMs);
  const refusedLeads = leadsGoOn ? load.refused.leads + load.refused.unsubscribes : 0;
  return {
    fault: name,
    accepted: load.accepted,
    refused: load.refused,
    refusedLeads,
    recoverySeconds,
    ...found,
  };
}

/** Seconds from the fault until a visit posted after it is a row; Infinity where none becomes one. */
async function measureRecovery(): Promise<number> {
  const struckAt = performance.now();
  for (;;) {
    const id = await postVisit(baseUrl, '/drill-recovery');
    if (id !== null) {
      const isRow = await untilRow(settings.databaseUrl, id, allThereWithinMs);
      return isRow ? (performance.now() - struckAt) / 1_000 : Infinity;
    }
    if (performance.now() - struckAt > allThereWithinMs) return Infinity;
    await wait(50);
  }
}

let allGood = true;
/** What is thrown is no finding: a port that is taken, a stack that does not start. */
let failure: unknown;
try {
  await removeData(settings.localDir);
  await startStack(settings);
  printHead();
  for (let round = 1; round <= rounds; round += 1) {
    for (const fault of faults.filter(({ name }) => !only || only.includes(name))) {
      allGood = printResult(await runFault(fault)) && allGood;
    }
  }
} catch (error) {
  failure = error;
} finally {
  await stopStack(settings.localDir);
  await receiver.shut();
}
if (failure !== undefined) {
  console.error('The drill could not run.', failure);
  process.exitCode = 2;
} else {
  process.stdout.write(
    allGood ? 'Nothing lost, nothing doubled.\n' : 'Something was lost, doubled or refused.\n',
  );
  process.exitCode = allGood ? 0 : 1;
}
