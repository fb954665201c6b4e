import { pathToFileURL } from 'node:url';
import { giveUp } from '@voordeur/operate/local/advice.js';
import { startServices } from '@voordeur/operate/local/stack.js';
import { isRunning, removeData } from '@voordeur/operate/local/stop-stack.js';
import { quickenPostgres, testSettings } from '../helpers/test-stack.js';

const settings = testSettings();

/** For vitest: the Postgres and Redis of the tests, and how to end them; those of make drill NAME=services are left running. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (isRunning(settings.localDir)) return undefined;
  await removeData(settings.localDir);
  await startServices(settings);
  await quickenPostgres(settings);
  const end = () => removeData(settings.localDir);
  // At Ctrl-C vitest is gone without having called what it was given.
  process.once('SIGINT', () => void end().finally(() => process.exit(130)));
  return end;
}

/** `make drill NAME=services`: keeps them for runs by hand; `down` ends them. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const work = process.argv[2] === 'down' ? removeData(settings.localDir) : setUp();
  await work.catch(giveUp);
  if (process.argv[2] !== 'down') process.stdout.write('Up until make drill NAME=services DOWN=1.\n');
}
