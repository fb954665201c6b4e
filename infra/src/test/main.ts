import { join, relative } from 'node:path';
import { screenshots } from '../e2e/screenshots.js';
import { giveUp } from '../local/advice.js';
import { root } from '../local/settings.js';
import { startServices } from '../local/stack.js';
import { isRunning, removeData, stopStack } from '../local/stop-stack.js';
import { commandPart, type TestPart, vitestPart } from './parts.js';
import { inWords, runParts } from './run-parts.js';
import { serviceAddresses, testSettings } from '../local/test-stack.js';
import { browserTests, whole } from './whole-stack.js';

/** `make test`: everything that a change must pass. infra/local/prepare.sh has installed and built by now. */
const services = testSettings();
// Those of make test-services are used and left running.
const servicesAreKept = isRunning(services.localDir);

const check = (name: string) => commandPart(name, 'npm', 'run', '--silent', `check:${name}`);

const servicesTests = {
  ...vitestPart('services', serviceAddresses(services)),
  before: async () => {
    if (servicesAreKept) return;
    await removeData(services.localDir);
    await startServices(services);
  },
  after: () => (servicesAreKept ? Promise.resolve() : removeData(services.localDir)),
};
const faults = {
  ...commandPart('faults', process.execPath, join(root, 'infra/dist/faults/main.js')),
  environment: { ROUNDS: '1' },
};
const [siteTests, figuresTests, ownerTests] = browserTests();

const steps: (TestPart | TestPart[][])[] = [
  [[check('lint')], [check('format'), vitestPart('unit'), vitestPart('components')]],
  [[servicesTests], [check('types'), check('imports'), check('unused'), check('words')]],
  siteTests,
  // They wait more than they compute.
  [[figuresTests], [ownerTests], [faults]],
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    const own = servicesAreKept ? [whole] : [services, whole];
    void Promise.all(own.map(({ localDir }) => stopStack(localDir))).finally(() => process.exit(130));
  });
}
try {
  const total = await runParts(steps).finally(() => stopStack(whole.localDir));
  process.stdout.write(`Every screen and state: ${relative(root, screenshots)}\n`);
  process.stdout.write(`${inWords(total)}\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
} catch (error) {
  giveUp(error);
}
