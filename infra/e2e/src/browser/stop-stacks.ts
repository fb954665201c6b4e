import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { stopStack } from '@voordeur/operate/local/stop-stack.js';

/** For Playwright, which calls it after the last test: ends the stack of each worker. */
export default async function stopStacks(): Promise<void> {
  const names = readdirSync(join(root, '.local')).filter((name) => name.startsWith('test-browser-'));
  await Promise.all(names.map((name) => stopStack(join(root, '.local', name))));
}
