import 'reflect-metadata';
import { startStack } from '../local/stack.js';
import { removeData, stopStack } from '../local/stop-stack.js';
import { ownSettings } from '../local/test-stack.js';
import { runTests } from './run-parts.js';
import { vitestPart } from './parts.js';

/** `make drill NAME=backup`: backups, restores, exports and imports of the whole product, with a million visits (VISITS=…). */
const settings = ownSettings('test-keep', 3, { RATE_LIMIT: 'off' });
const tests = {
  ...vitestPart('keep', { KEEP_STACK: JSON.stringify(settings.environment) }),
  before: async () => {
    await removeData(settings.localDir);
    await startStack(settings);
  },
  after: () => removeData(settings.localDir),
};
await runTests([tests], () => stopStack(settings.localDir));
