import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { startServices } from '@voordeur/operate/local/stack.js';
import { isRunning, removeData, stopStack } from '@voordeur/operate/local/stop-stack.js';
import { commandPart, vitestPart } from './parts.js';
import { runTests, type Step } from './run-parts.js';
import { serviceAddresses, stopFlushing, testSettings } from '../helpers/test-stack.js';
import { browserTests, whole } from './whole-stack.js';

/** `make test`: everything that a change must pass. infra/operate/scripts/prepare.sh has installed and built by now. */
const services = testSettings();
// The services of make drill NAME=services are used and left running.
const servicesAreKept = isRunning(services.localDir);

const check = (name: string) => commandPart(name, 'npm', 'run', '--silent', `check:${name}`);

const servicesTests = {
  ...vitestPart('services', serviceAddresses(services)),
  before: async () => {
    if (servicesAreKept) return;
    await removeData(services.localDir);
    await startServices(services);
    await stopFlushing(services);
  },
  after: () => (servicesAreKept ? Promise.resolve() : removeData(services.localDir)),
};
// make test-faults has the others.
const drill = {
  ...commandPart('faults', process.execPath, join(root, 'infra/lab/dist/faults/main.js')),
  environment: { ROUNDS: '1', BESIDE: 'others', FAULTS: 'redis,postgres,worker at its ack' },
};

const steps: Step[] = [
  [[vitestPart('components')], [check('format'), check('lint'), vitestPart('unit')]],
  // Nothing heavy runs meanwhile: an api whose Redis takes longer than a second keeps a lead elsewhere.
  [[servicesTests], [check('types'), check('imports'), check('unused'), check('words')]],
  // The drill waits more than it computes.
  ...browserTests(undefined, [drill]),
];

const stacks = servicesAreKept ? [whole] : [services, whole];
await runTests(steps, () => Promise.all(stacks.map(({ localDir }) => stopStack(localDir))));
