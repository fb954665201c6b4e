import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { edgeKeyOf } from '@voordeur/server';
import { root } from '../local/settings.js';
import { commandPart, vitestPart } from './parts.js';
import { runTests } from './run-parts.js';

/** `make test-compose`: images and volumes from nothing, the browser tests through them, then all of it gone. */
const webPort = process.env['TEST_WEB_PORT'] ?? '28081';
const envFile = join(root, '.local/test-compose.env');
const compose = ['docker', 'compose', '--project-name', 'voordeur-test', '--env-file', envFile];
// Their images can't be had everywhere, so they are only read.
const observed = ['-f', 'docker-compose.yml', '-f', 'docker-compose.observe.yml'];
// Compose too takes the environment over its file, and the tests' own settings must not come from .env.
const environment: Record<string, string> = {
  ...{ WEB_PORT: webPort, PUBLIC_URL: `http://localhost:${webPort}` },
  BACKUP_AT: 'off',
};

const inBackup = ['run', '--rm', '--no-TTY', 'backup', 'sh', '-c'];
const noTests = 'test -z "$(find server/dist api/dist worker/dist -name testing)"';

rmSync(envFile, { force: true });
execFileSync(process.execPath, ['infra/local/write-env.mjs', '.env.example', envFile], { cwd: root });
const { ADMIN_SECRET_KEY = '', JWT_SECRET = '' } = parseEnv(readFileSync(envFile, 'utf8'));
// As infra/local/up-compose.sh does.
environment['EDGE_KEY'] = edgeKeyOf(JWT_SECRET);
const site = { SITE_URL: `http://127.0.0.1:${webPort}`, ADMIN_SECRET_KEY };
await runTests([
  { ...commandPart('clear', ...compose, 'down', '--volumes', '--remove-orphans'), environment },
  { ...commandPart('observe', ...compose, ...observed, 'config', '--quiet'), environment },
  { ...commandPart('build', ...compose, 'build', '--no-cache'), environment },
  { ...commandPart('up', ...compose, 'up', '--wait'), environment },
  // What only tests need isn't in it.
  {
    ...commandPart('image', ...compose, 'exec', '--no-TTY', 'api', 'sh', '-c', noTests),
    environment,
  },
  // With nothing to fetch: that its programs are there is what the image is tried for.
  ...['refresh/main', 'keep/export'].map((program) => ({
    ...commandPart(program, ...compose, ...inBackup, `node infra/dist/${program}.js >/dev/null`),
    environment: { ...environment, GEOIP_URL: 'off', BOT_LIST_URL: 'off', NETWORKS_URL: 'off' },
  })),
  // The widths were looked at in make test.
  vitestPart('e2e', { ...site, THOROUGH: '' }),
  {
    ...commandPart('privileges', process.execPath, 'infra/dist/test/try-privileges.js', ...compose),
    environment: { ...environment, ...site },
  },
  { ...commandPart('down', ...compose, 'down', '--volumes'), environment },
]);
