import { giveUp } from './advice.js';
import { step } from './progress.js';
import { readEnvironment, readSettings } from './settings.js';
import { addressOf, migrate, startApps, startServices } from './stack.js';
import { stopStack } from './stop-stack.js';

/**
 * The second half of `make up-local`, after infra/local/stack.sh has installed and built (steps 1 to 3). What ran
 * before is restarted: ports, numbers of processes and code may all have changed.
 */
const of = 7;

try {
  const settings = readSettings(readEnvironment());
  // After Ctrl-C, nothing half started stays.
  process.once('SIGINT', () => {
    void stopStack(settings.localDir).finally(() => process.exit(130));
  });
  try {
    await step(4, of, 'Postgres and Redis', () => startServices(settings));
    await step(5, of, 'migrations', () => migrate(settings));
    await step(6, of, 'worker, api and nginx', () => startApps(settings));
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
