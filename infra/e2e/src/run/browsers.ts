import 'reflect-metadata';
import { addressOf, startStack } from '@voordeur/operate/local/stack.js';
import { removeData, stopStack } from '@voordeur/operate/local/stop-stack.js';
import { ownSettings } from '../helpers/test-stack.js';
import { vitestPart } from './parts.js';
import { runTests } from './run-parts.js';

/** `make drill NAME=browsers`: one walk through the product, in Chromium, Firefox and WebKit. */
const settings = ownSettings('test-browsers', 2);
const tests = {
  ...vitestPart('browsers', {
    SITE_URL: addressOf(settings),
    ADMIN_SECRET_KEY: settings.environment['ADMIN_SECRET_KEY'] ?? '',
  }),
  before: async () => {
    await removeData(settings.localDir);
    await startStack(settings);
  },
  after: () => removeData(settings.localDir),
};
await runTests([tests], () => stopStack(settings.localDir));
