import { giveUp } from './advice.js';
import { readEnvironment, readSettings } from './settings.js';
import { addressOf, migrate, startApps, startServices } from './stack.js';
import { stopStack } from './stop-stack.js';

/**
 * The second half of `make up-local`, after infra/local/stack.sh has installed and built (steps 1 to 3). What ran
 * before is restarted: ports, numbers of processes and code may all have changed.
 */
const steps = 7;

/** Prints `[4/7] what … 2.1 s`. Errors propagate. */
async function step(number: number, what: string, work: () => Promise<void>): Promise<void> {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1_000).toFixed(1)} s`;
  const line = `[${number}/${steps}] ${what} …`;
  process.stdout.write(line);
  const ticking = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r${line} ${seconds()}`), 500)
    : undefined;
  let result = 'failed after ';
  try {
    await work();
    result = '';
  } finally {
    clearInterval(ticking);
    process.stdout.write(`${ticking ? `\r${line}` : ''} ${result}${seconds()}\n`);
  }
}

try {
  const settings = readSettings(readEnvironment());
  // After Ctrl-C, nothing half started stays.
  process.once('SIGINT', () => {
    void stopStack(settings.localDir).finally(() => process.exit(130));
  });
  try {
    await step(4, 'Postgres and Redis', () => startServices(settings));
    await step(5, 'migrations', () => migrate(settings));
    await step(6, 'worker, api and nginx', () => startApps(settings));
  } catch (error) {
    await stopStack(settings.localDir);
    throw error;
  }
  const site = settings.environment['PUBLIC_URL'] ?? addressOf(settings);
  process.stdout.write(`[7/7] up

  site       ${site}
  admin      ${site}/admin
  admin key  ADMIN_SECRET_KEY in .env

  make status · make logs · make down
`);
} catch (error) {
  giveUp(error);
}
