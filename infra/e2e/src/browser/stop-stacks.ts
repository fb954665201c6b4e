import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { stopStack } from '@voordeur/operate/local/stop-stack.js';

/** For Playwright, which calls it after the last test: ends the stack of each worker. */
export default async function stopStacks(): Promise<void> {
  const local = join(root, '.local');
  const names = existsSync(local) ? readdirSync(local) : [];
  const ofWorkers = names.filter((name) => name.startsWith('test-browser-'));
  await Promise.all(ofWorkers.map((name) => stopStack(join(local, name))));
}
