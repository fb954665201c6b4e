import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const api = resolve(import.meta.dirname, '../..');

/** Compiles the api, for tests that run it as the process that it is. */
export function compile(): void {
  const root = join(api, '..');
  const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: root });
  run('node_modules/@typescript/native/bin/tsc', '-p', 'api');
  run('infra/copy-sql.mjs');
}

/** `node api/dist/<script>` with this environment and nothing else. */
export function startProcess(script: string, environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [join(api, 'dist', script)], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
