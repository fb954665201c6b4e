import 'reflect-metadata';
import { startStack } from '@voordeur/operate/local/stack.js';
import { removeData, stopStack } from '@voordeur/operate/local/stop-stack.js';
import { ownSettings } from '@voordeur/e2e/helpers/test-stack.js';
import { runTests } from '@voordeur/e2e/run/run-parts.js';
import { vitestPart } from '@voordeur/e2e/run/parts.js';

/** `make drill NAME=backup`: backups, restores, exports and imports of the whole product, with a million visits (VISITS=…). */
const settings = ownSettings('test-keep', 3, { RATE_LIMIT: 'off' });
const tests = {
  ...vitestPart('backup', { BACKUP_STACK: JSON.stringify(settings.environment) }),
  before: async () => {
    await removeData(settings.localDir);
    await startStack(settings);
  },
  after: () => removeData(settings.localDir),
};
await runTests([tests], () => stopStack(settings.localDir));
