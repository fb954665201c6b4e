import { giveUp } from './advice.js';
import { step } from './progress.js';
import { findLocalStack } from './running-stack.js';
import { readSettings } from './settings.js';
import { scaleStack } from './scale-stack.js';
import { readVersion } from './version.js';

/**
 * `make up API=2 WORKER=4` while local processes of this version run: only their number changes. Exits with 2 when none
 * run, or those of another version, which takes a whole make up.
 */
const environment = findLocalStack()?.environment;
if (environment?.['APP_VERSION'] !== readVersion()) process.exit(2);
try {
  const { API = environment['API'], WORKER = environment['WORKER'] } = process.env;
  const settings = readSettings({ ...environment, API, WORKER });
  const { apiProcesses, workerProcesses } = settings;
  await step(1, 1, `${apiProcesses} api, ${workerProcesses} worker`, () => scaleStack(settings));
} catch (error) {
  giveUp(error);
}
