import { spawnSync } from 'node:child_process';
import { vitestPart } from '@voordeur/e2e/run/parts.js';
import { runTests } from '@voordeur/e2e/run/run-parts.js';

/** `make drill NAME=upgrade-postgres`: containers on OLDER_POSTGRES are brought to docker-compose.yml's, with visitors all the while. */
const older = process.env['OLDER_POSTGRES'] ?? 'postgres:15-bookworm';
const answers = (...args: string[]) => spawnSync('docker', args, { stdio: 'ignore' }).status === 0;
const has = (image: string) => answers('image', 'inspect', image) || answers('pull', image);

function whyNot(): string | undefined {
  if (!answers('info') || !answers('compose', 'version')) return 'no Docker engine with Compose v2 answers';
  return has(older) ? undefined : `the image ${older} can't be had (OLDER_POSTGRES=… names another one)`;
}

const reason = whyNot();
if (reason === undefined) await runTests([vitestPart('docker', { OLDER_POSTGRES: older })]);
else process.stdout.write(`0 passed, 0 failed, 1 skipped: ${reason}\n`);
