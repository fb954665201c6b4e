import { giveUp } from './advice.js';
import { startObservers } from './observers.js';
import { step } from './progress.js';
import { findLocalStack } from './running-stack.js';
import { readEnvironment, readSettings } from './settings.js';

/** The last step of `make observe` for local processes, after infra/operate/scripts/stack.sh has installed and built. */
try {
  // How many there are isn't always what .env says.
  const { API, WORKER, FIRST_API, FIRST_WORKER } = findLocalStack()?.environment ?? {};
  const settings = readSettings({ API, WORKER, FIRST_API, FIRST_WORKER, ...readEnvironment() });
  await step(4, 4, 'Prometheus, Alertmanager and exporters', () => startObservers(settings));
  process.stdout.write(`
  Prometheus    http://localhost:${settings.prometheusPort}
  Alertmanager  http://localhost:${settings.alertmanagerPort}

  make down stops them too.
`);
} catch (error) {
  giveUp(error);
}
