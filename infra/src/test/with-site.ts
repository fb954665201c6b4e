import { addressOf, startStack } from '../local/stack.js';
import { removeData, stopStack } from '../local/stop-stack.js';
import { testSettings } from './test-stack.js';

/**
 * Calls `measure` with the address of the built site behind nginx: SITE_URL where it is given, else a stack of its
 * own, gone afterwards whatever happened.
 */
export async function withSite(measure: (siteUrl: string) => Promise<void>): Promise<void> {
  const given = process.env['SITE_URL'];
  if (given) {
    await measure(given);
    return;
  }
  const settings = testSettings({
    LOCAL_DIR: '.local/test-site',
    WEB_PORT: process.env['TEST_WEB_PORT'] ?? '28100',
    API_PORT: '23021',
    WORKER_PORT: '23121',
    POSTGRES_PORT: '25452',
    REDIS_PORT: '26399',
    EDGE_LOG_PORT: '25534',
  });
  const stop = () => stopStack(settings.localDir);
  process.once('SIGINT', () => void stop().finally(() => process.exit(130)));
  await removeData(settings.localDir);
  try {
    await startStack(settings);
    await measure(addressOf(settings));
  } finally {
    await stop();
  }
}
