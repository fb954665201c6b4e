import { startServices } from '@voordeur/operate/local/stack.js';
import { removeData, stopStack } from '@voordeur/operate/local/stop-stack.js';
import { ownSettings, serviceAddresses, stopFlushing } from '../helpers/test-stack.js';
import { vitestPart } from './parts.js';
import { runTests } from './run-parts.js';

/** `make drill NAME=filters`: filtered figures compared with a recount, on a real log and a million visits (VISITS=, COMBINATIONS=). */
const settings = ownSettings('test-filters', 3);
const tests = {
  ...vitestPart('filters', serviceAddresses(settings)),
  before: async () => {
    await removeData(settings.localDir);
    await startServices(settings);
    await stopFlushing(settings);
  },
  after: () => removeData(settings.localDir),
};
await runTests([tests], () => stopStack(settings.localDir));
