import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveUp } from './advice.js';
import { startObservers } from './observers.js';
import { step } from './progress.js';
import { keepRelease } from './release.js';
import { checkout, environmentOf, readEnvironment, root, readSettings, type Settings } from './settings.js';
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
  const setup = await readSetupHash(settings);
  const firstVisit =
    setup === ''
      ? ''
      : `\n  first      ${site}/admin${setup}\n             (opens the admin once, within the hour)`;
  process.stdout.write(`[7/7] up

  site       ${site}
  admin      ${site}/admin
  admin key  grep ADMIN_SECRET_KEY .env${firstVisit}

  make status · make logs · make down
`);
} catch (error) {
  giveUp(error);
}

/** The end of the link for a first visit; empty once somebody has logged in. */
async function readSetupHash({ release, environment }: Settings): Promise<string> {
  const program = join(release, 'api/dist/admin-session/print-setup-link.js');
  const ran = promisify(execFile)(process.execPath, [program], {
    cwd: checkout,
    env: environmentOf('api', environment),
  });
  return ran.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
