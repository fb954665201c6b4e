import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { screenshots } from '../e2e/screenshots.js';
import { giveUp } from '../local/advice.js';
import { removeData } from '../local/remove-data.js';
import { root } from '../local/settings.js';
import { addressOf, startServices, startStack } from '../local/stack.js';
import { stopStack, supervisorOf } from '../local/stop-stack.js';
import { commandPart, type TestPart, vitestPart } from './parts.js';
import { inWords, runParts } from './run-parts.js';
import { serviceAddresses, testSettings } from './test-stack.js';

/** `make test`: everything that a change must pass. infra/local/prepare.sh has installed and built by now. */
const services = testSettings();
/** Where admin-deliveries.e2e.spec.ts receives questions; during the other files nobody does. */
const receiverPort = '28070';
const whole = testSettings({
  LOCAL_DIR: '.local/test-whole',
  POSTGRES_PORT: '25433',
  REDIS_PORT: '26380',
  WEB_PORT: process.env['TEST_WEB_PORT'] ?? '28080',
  WEBHOOK_QUESTION_URL: `http://127.0.0.1:${receiverPort}/`,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-webhooks',
  // So that one that fails is through with it in seconds.
  WEBHOOK_RETRY_SECONDS: '0,1',
});
// Those of make test-services are used and left running.
const servicesAreKept = supervisorOf(services.localDir) !== undefined;

const parts: TestPart[] = [
  ...['format', 'lint', 'types', 'imports', 'unused'].map((name) =>
    commandPart(name, 'npm', 'run', '--silent', `check:${name}`),
  ),
  vitestPart('unit'),
  {
    ...vitestPart('services', serviceAddresses(services)),
    before: async () => {
      if (servicesAreKept) return;
      await removeData(services.localDir);
      (await startServices(services)).letGo();
    },
    after: () => (servicesAreKept ? Promise.resolve() : removeData(services.localDir)),
  },
  {
    ...vitestPart('e2e', {
      SITE_URL: addressOf(whole),
      ADMIN_SECRET_KEY: whole.environment['ADMIN_SECRET_KEY'] ?? '',
      DATABASE_URL: whole.databaseUrl,
      WEBHOOK_RECEIVER_PORT: receiverPort,
    }),
    before: async () => {
      rmSync(screenshots, { recursive: true, force: true });
      await removeData(whole.localDir);
      await startStack(whole);
    },
    after: () => stopStack(whole.localDir),
  },
  {
    ...commandPart('faults', process.execPath, join(root, 'infra/dist/faults/main.js')),
    environment: { ROUNDS: '1' },
  },
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    const own = servicesAreKept ? [whole] : [services, whole];
    void Promise.all(own.map(({ localDir }) => stopStack(localDir))).finally(() => process.exit(130));
  });
}
try {
  const total = await runParts(parts);
  process.stdout.write(`Every screen and state: ${relative(root, screenshots)}\n`);
  process.stdout.write(`${inWords(total)}\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
} catch (error) {
  giveUp(error);
}
