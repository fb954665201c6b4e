import { rmSync } from 'node:fs';
import { screenshots } from '../browser/screenshots.js';
import { addressOf, startStack } from '@voordeur/operate/local/stack.js';
import { removeData } from '@voordeur/operate/local/stop-stack.js';
import { vitestPart } from './parts.js';
import type { Step } from './run-parts.js';
import { stopFlushing, testSettings } from '../helpers/test-stack.js';

/** Where admin-deliveries.e2e.spec.ts receives questions; during the other files nobody does. */
const receiverPort = '28070';

/** The whole product, which the browser tests go through. */
export const whole = testSettings({
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

/**
 * The browser tests in their groups (vitest.config.ts), the first on a fresh stack, into which `fill` has put something,
 * and the others on what it has left, with `meanwhile` at the same time. The caller stops the stack.
 */
export function browserTests(
  fill: () => Promise<unknown> = () => Promise.resolve(),
  meanwhile: Step[] = [],
): Step[] {
  const environment = {
    SITE_URL: addressOf(whole),
    ADMIN_SECRET_KEY: whole.environment['ADMIN_SECRET_KEY'] ?? '',
    DATABASE_URL: whole.databaseUrl,
    WEBHOOK_RECEIVER_PORT: receiverPort,
  };
  const start = async () => {
    rmSync(screenshots, { recursive: true, force: true });
    await removeData(whole.localDir);
    await startStack(whole);
    await stopFlushing(whole);
    await fill();
  };
  const group = (name: string) => vitestPart(`e2e-${name}`, environment);
  return [
    { ...group('site'), before: start },
    // Nobody visits a page while figures are read, and no two files change texts at once.
    [[[[group('figures')], [group('editor')]], group('live')], [group('owner')], meanwhile],
  ];
}
