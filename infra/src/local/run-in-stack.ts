import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Advice, giveUp } from './advice.js';
import { findRunningStack, inOwnersContainer, inServiceContainer } from './running-stack.js';
import { checkout, environmentOf } from './settings.js';

/**
 * `node run-in-stack.js [--as-owner] <script> [argument]…`: runs a program of the api or the worker (its path in the code)
 * where the stack is, with its settings; standard input is passed on. `--as-owner` gives it the owner's DATABASE_URL, as
 * migrations have it.
 */
try {
  const given = process.argv.slice(2);
  const asOwner = given[0] === '--as-owner';
  const [script, ...args] = asOwner ? given.slice(1) : given;
  if (!script)
    throw new Error('Usage: node infra/dist/local/run-in-stack.js [--as-owner] <script> [argument]…');
  const { kind, environment } = findRunningStack();
  if (kind === 'compose' && script.startsWith('infra/'))
    throw new Advice(
      `The containers don't have ${script}: it's for trying things out.`,
      'make down, make up-local, then this again; the two kinds have data of their own.',
    );
  const service = script.startsWith('api/') ? 'api' : 'worker';
  const [program = '', ...before] =
    kind === 'local'
      ? [process.execPath, join(environment['RELEASE'] ?? checkout, script)]
      : [...(asOwner ? inOwnersContainer : inServiceContainer(service)), 'node', script];
  const child = spawn(program, [...before, ...args], {
    cwd: checkout,
    env: kind === 'compose' ? process.env : asOwner ? environment : environmentOf(service, environment),
    stdio: 'inherit',
  });
  // Ctrl-C reaches the program too, which ends in its own way; we then end with it.
  process.on('SIGINT', () => undefined);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  giveUp(error);
}
