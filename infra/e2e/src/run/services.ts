import { giveUp } from '@voordeur/operate/local/advice.js';
import { startServices } from '@voordeur/operate/local/stack.js';
import { stopStack } from '@voordeur/operate/local/stop-stack.js';
import { serviceAddresses, stopFlushing, testSettings } from '../helpers/test-stack.js';

/** `make drill NAME=services`: the Postgres and Redis of the tests, kept for runs by hand; `down` ends them. */
try {
  const settings = testSettings();
  if (process.argv[2] === 'down') {
    await stopStack(settings.localDir);
  } else {
    await startServices(settings);
    await stopFlushing(settings);
    const addresses = Object.entries(serviceAddresses(settings)).map(
      ([name, value]) => `  ${name}=${value}\n`,
    );
    process.stdout.write(`Up until make drill NAME=services DOWN=1:\n${addresses.join('')}`);
  }
} catch (error) {
  giveUp(error);
}
