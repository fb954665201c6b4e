import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@voordeur/operate/local/settings.js';
import { vitestPart } from '../run/parts.js';
import { runTests } from '../run/run-parts.js';

/** `make drill NAME=tls`: the whole product with certificates by ACME, as local processes or, with KIND=compose, in containers. */
const KIND = process.env['KIND'] === 'compose' ? 'compose' : 'local';
const answers = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

function whyNot(): string | undefined {
  if (!answers('sh', '-c', 'command -v pebble')) return 'there is no pebble, which Debian has';
  if (KIND === 'local' || (answers('docker', 'info') && answers('docker', 'compose', 'version'))) return;
  return 'no Docker engine with Compose v2 answers';
}

/** For what make doctor asks the containers, which are those of a checkout of the test's own. */
const containers = {
  COMPOSE_PROJECT_NAME: process.env['COMPOSE_PROJECT_NAME'] ?? 'voordeur-test-tls',
  COMPOSE_ENV_FILES: join(root, '.local/test-tls/.env'),
};

const reason = whyNot();
if (reason === undefined) await runTests([vitestPart('tls', { KIND, ...containers })]);
else process.stdout.write(`0 passed, 0 failed, 1 skipped: ${reason}\n`);
