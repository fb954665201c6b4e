import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const program = `
  import { createLogger, exitInTime } from '@voordeur/server';
  exitInTime(createLogger('test', 'info'), 100);
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1_000);
  console.log('started');`;

it('a process that still waits for something exits in time', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const lines: string[] = [];
  child.stdout.on('data', (text: Buffer) => lines.push(String(text)));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(lines.join('')).toContain('did not close in time');
});
