import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopStack } from '@voordeur/operate/local/stop-stack.js';
import { supervise } from '@voordeur/operate/local/supervise.js';
import { readStackUse } from './stack-memory.js';

let localDir: string;
beforeEach(() => {
  localDir = mkdtempSync(join(tmpdir(), 'voordeur-use-'));
});
afterEach(async () => {
  await stopStack(localDir);
  rmSync(localDir, { recursive: true });
});

it('counts what a part and the processes that it started hold', async () => {
  const hold = (megabytes: number) => `globalThis.held = Buffer.alloc(${megabytes} * 1e6, 1);`;
  const wait = 'setInterval(() => undefined, 1000);';
  const child = `require('node:child_process').spawn(process.execPath, ['-e', "${hold(60)}${wait}"]);`;
  const part = { name: 'worker-1', command: process.execPath, cwd: localDir };
  supervise(localDir, { ...part, args: ['-e', `${hold(80)}${child}${wait}`] });

  const pssOf = (name: string) => readStackUse(localDir).get(name)?.pssMb ?? 0;
  await vi.waitUntil(() => pssOf('worker-1') > 140, { timeout: 20_000 });
  expect(pssOf('worker-1')).toBeLessThan(300);
  expect(pssOf('runit')).toBeLessThan(10);
  expect(readStackUse(localDir).get('worker-1')?.handles).toBeGreaterThan(20);
});
