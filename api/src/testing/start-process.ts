import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const api = resolve(import.meta.dirname, '../..');

/** `node api/dist/<script>`, as it was built, with this environment and nothing else; ends with the test. */
export function startProcess(script: string, environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [join(api, 'dist', script)], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    output: () => output,
    /** The exit code. */
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}
