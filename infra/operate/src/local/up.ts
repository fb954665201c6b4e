import { giveUp } from './advice.js';
import { startObservers } from './observers.js';
import { step } from './progress.js';
import { keepRelease } from './release.js';
import { readEnvironment, root, readSettings } from './settings.js';
import { describeSizes } from './sizes.js';
import { addressOf, migrate, startApps, startServices } from './stack.js';
import { stopStack } from './stop-stack.js';
import { readVersion } from './version.js';

/**
 * The second half of `make up-local`, after infra/operate/scripts/stack.sh has installed and built (steps 1 to 3). What ran
 * before is restarted: ports, numbers of processes and code may all have changed.
 */
const of = 7;

try {
  const settings = readSettings({ ...readEnvironment(), APP_VERSION: readVersion(root), RELEASE: root });
  // After Ctrl-C, nothing half started stays.
  process.once('SIGINT', () => {
    void stopStack(settings.localDir).finally(() => process.exit(130));
  });
  try {
    await step(4, of, 'Postgres and Redis', () => startServices(settings));
    process.stdout.write(`      ${describeSizes(settings.environment).join(', ')}\n`);
    await step(5, of, 'migrations', () => migrate(settings));
    await step(6, of, 'worker, api and nginx', () => startApps(settings));
    keepRelease(settings);
    if (settings.isObserved) await startObservers(settings);
  } catch (error) {
    await stopStack(settings.localDir);
    throw error;
  }
  const site = settings.environment['PUBLIC_URL'] ?? addressOf(settings);
  process.stdout.write(`[7/7] up

  site       ${site}
  admin      ${site}/admin
  admin key  grep ADMIN_SECRET_KEY .env

  make status · make logs · make down
`);
} catch (error) {
  giveUp(error);
}
