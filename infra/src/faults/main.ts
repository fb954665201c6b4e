import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf, migrate, startApps, startServices } from '../local/stack.js';
import { readSettings, root } from '../local/settings.js';
import { stopStack } from '../local/stop-stack.js';
import { account, untilRow, type Account } from './account.js';
import { faults } from './faults.js';
import { postVisit, startLoad } from './load.js';

/**
 * `make test-faults ROUNDS=n`: a stack of its own under steady load; each part is killed at a random moment, and
 * then every 202 must be accounted for once. It knows the pid files and the database, nothing else of the product.
 */
const rounds = Number(process.env['ROUNDS'] ?? 3);
const requestsPerSecond = 150;
const recoverWithinMs = 60_000;

const localDir = join(root, '.local/test-faults');
const settings = readSettings({
  ...process.env,
  LOCAL_DIR: localDir,
  WEB_PORT: '28090',
  API_PORT: '23011',
  WORKER_PORT: '23111',
  POSTGRES_PORT: '25442',
  REDIS_PORT: '26389',
  EDGE_LOG_PORT: '25524',
  POSTGRES_PASSWORD: 'drill',
  ADMIN_SECRET_KEY: 'a key for the drill',
  JWT_SECRET: 'a secret for the drill',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
});
const baseUrl = addressOf(settings);

async function runFault(name: string, kill: (runDir: string) => number[]) {
  const load = startLoad(baseUrl, requestsPerSecond);
  await wait(1_000 + Math.random() * 1_000);
  for (const pid of kill(join(localDir, 'run'))) process.kill(pid, 'SIGKILL');
  const recoverySeconds = await measureRecovery();
  await wait(500);
  await load.stop();
  const found: Account = await account(settings.databaseUrl, load.accepted, recoverWithinMs);
  const { visits, views, leads } = load.accepted;
  const accepted = visits.length + views.length + leads.length;
  return { fault: name, accepted, refused: load.refused, ...found, recoverySeconds };
}

/** Seconds from the kill until a visit posted after it is a row. */
async function measureRecovery(): Promise<number> {
  const killedAt = performance.now();
  for (;;) {
    const id = await postVisit(baseUrl, '/drill-recovery');
    if (id !== null) {
      await untilRow(settings.databaseUrl, id, recoverWithinMs);
      return Math.round((performance.now() - killedAt) / 100) / 10;
    }
    if (performance.now() - killedAt > recoverWithinMs)
      throw new Error('nothing was accepted after the kill');
    await wait(50);
  }
}

rmSync(localDir, { recursive: true, force: true });
let failed = false;
try {
  const supervisor = await startServices(settings);
  await migrate(settings);
  await startApps(supervisor, settings);
  supervisor.letGo();
  process.stdout.write('fault           accepted  refused  lost  doubled  figures  seconds to recover\n');
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, kill] of Object.entries(faults)) {
      const result = await runFault(name, kill);
      const good = result.lost === 0 && result.doubled === 0 && !result.differing;
      failed ||= !good;
      const columns = [
        name.padEnd(15),
        String(result.accepted).padStart(8),
        String(result.refused).padStart(8),
        String(result.lost).padStart(5),
        String(result.doubled).padStart(8),
        (result.differing ? 'differ' : 'equal').padStart(8),
        result.recoverySeconds.toFixed(1).padStart(8),
      ];
      process.stdout.write(`${columns.join(' ')}\n`);
    }
  }
} finally {
  await stopStack(localDir);
}
process.stdout.write(failed ? 'Something was lost or doubled.\n' : 'Nothing lost, nothing doubled.\n');
process.exitCode = failed ? 1 : 0;
