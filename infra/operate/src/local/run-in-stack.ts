import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Advice, giveUp } from './advice.js';
import { findRunningStack, inServiceContainer } from './running-stack.js';
import { checkout, environmentOf } from './settings.js';

/**
 * `node run-in-stack.js <script> [argument]…`: runs a program of the api or the worker (its path in the code) where the
 * stack is, with its settings; standard input is passed on.
 */
try {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new Error('Usage: node infra/operate/dist/local/run-in-stack.js <script> [argument]…');
  const { kind, environment } = findRunningStack();
  if (kind === 'compose' && script.startsWith('infra/'))
    throw new Advice(
      `The containers don't have ${script}: it's for trying things out.`,
      'make down, make up-local, then this again; the two kinds have data of their own.',
    );
  const service = script.startsWith('api/') ? 'api' : 'worker';
  const [program = '', ...before] =
    kind === 'local'
      ? [
          process.execPath,
          join(script.startsWith('infra/') ? checkout : (environment['RELEASE'] ?? checkout), script),
        ]
      : [...inServiceContainer(service), 'node', script];
  const child = spawn(program, [...before, ...args], {
    cwd: checkout,
    env: kind === 'compose' ? process.env : environmentOf(service, environment),
    stdio: 'inherit',
  });
  // Ctrl-C reaches the program too, which ends in its own way; we then end with it.
  process.on('SIGINT', () => undefined);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  giveUp(error);
}
