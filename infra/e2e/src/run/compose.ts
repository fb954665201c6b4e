import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { exportFiles, threeDays, zipOf } from '@voordeur/worker/tools';
import { root } from '@voordeur/operate/local/settings.js';
import { linkPackages } from '../helpers/link-packages.js';
import { commandPart, type TestPart, vitestPart } from './parts.js';
import { runTests } from './run-parts.js';

/**
 * `make test-compose`: in a copy of the checkout `docker compose up` with .env.example for .env, images and volumes from
 * nothing; the browser tests through it; each command that docs/ has for containers and local processes alike;
 * then all of it gone.
 */
const webPort = process.env['TEST_WEB_PORT'] ?? '28081';
const siteUrl = `http://127.0.0.1:${webPort}`;
const checkout = join(root, '.local/test-compose');
const project = 'voordeur-test';
// Compose takes the environment over .env.
const environment: Record<string, string> = {
  COMPOSE_PROJECT_NAME: project,
  ...{ WEB_PORT: webPort, PUBLIC_URL: `http://localhost:${webPort}` },
  BACKUP_AT: 'off',
  // Nothing is fetched.
  ...{ GEOIP_URL: 'off', BOT_LIST_URL: 'off', NETWORKS_URL: 'off' },
};
const compose = ['docker', 'compose', '--project-directory', checkout];
const run = (name: string, ...command: string[]): TestPart => ({
  ...commandPart(name, ...command),
  environment,
});
const inCompose = (name: string, ...args: string[]) => run(name, ...compose, ...args);
/** With its arguments, and what it has to print. */
const make = (target: string, prints: string, ...args: string[]) =>
  run(
    `make ${target}`,
    ...[
      'bash',
      '-c',
      'printed=$(make -C "$1" "${@:3}" 2>&1); code=$?; echo "$printed"; [ $code = 0 ] && grep -q -- "$2" <<<"$printed"',
    ],
    ...['make', checkout, prints, target, ...args],
  );

function copyCheckout(): void {
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(checkout, { recursive: true });
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root });
  execFileSync('tar', ['-c', '--null', '-T', '-', '-f', join(checkout, '.tar')], { cwd: root, input: files });
  execFileSync('tar', ['-x', '-f', '.tar'], { cwd: checkout });
  // The programs that make runs on this machine, of the copy: they find .env and the containers from where they are.
  for (const workspace of ['contracts', 'server', 'api', 'worker', 'infra/operate', 'infra/e2e'])
    cpSync(join(root, workspace, 'dist'), join(checkout, workspace, 'dist'), { recursive: true });
  linkPackages(root, checkout);
  copyFileSync(join(checkout, '.env.example'), join(checkout, '.env'));
}
copyCheckout();
const inputs = join(checkout, 'inputs');
const input = (name: string, content: string | Buffer) => {
  const file = join(inputs, name);
  writeFileSync(file, content);
  return `FILE=${file}`;
};
mkdirSync(inputs);

const noTests = 'test -z "$(find server/dist api/dist worker/dist -name testing)"';
/** Known when it's up. */
const site: Record<string, string> = { SITE_URL: siteUrl, ADMIN_SECRET_KEY: '' };
const askForKey = async () => {
  const show = [...compose.slice(1), 'run', '--rm', '-T', 'secrets', 'show', 'ADMIN_SECRET_KEY'];
  const options = { env: { ...process.env, ...environment }, encoding: 'utf8' } as const;
  site['ADMIN_SECRET_KEY'] = execFileSync('docker', show, options).trim();
  return Promise.resolve();
};
const isTakenOver = async () => {
  const written = parseEnv(readFileSync(join(checkout, '.env'), 'utf8'));
  if (written['ADMIN_SECRET_KEY'] === site['ADMIN_SECRET_KEY']) return Promise.resolve();
  throw new Error('make has not taken the secrets of docker compose up over into .env.');
};

const log =
  '203.0.113.9 - - [02/Mar/2026:10:00:00 +0000] "GET /en HTTP/1.1" 200 5 "-" "Mozilla/5.0 Firefox/140.0"\n';
const umami =
  'event_id,session_id,website_id,event_type,url_path,created_at,browser,os,device,country\n' +
  '5e3cdbb0-2f3c-4b29-8d3a-0c3f3f4f1a11,5e3cdbb0-2f3c-4b29-8d3a-0c3f3f4f1a12,5e3cdbb0-2f3c-4b29-8d3a-0c3f3f4f1a13,1,/en,2026-03-02 10:00:00,firefox,Linux,desktop,NL\n';
await runTests([
  inCompose('clear', 'down', '--volumes', '--remove-orphans'),
  // Their images can't be had everywhere, so they are only read.
  {
    ...inCompose('observe', 'config', '--quiet'),
    environment: { ...environment, COMPOSE_FILE: 'docker-compose.yml:docker-compose.observe.yml' },
  },
  inCompose('build', 'build', '--no-cache'),
  { ...inCompose('up', 'up', '--wait'), after: askForKey },
  // Without what only tests need.
  inCompose('image', 'exec', '--no-TTY', 'api', 'sh', '-c', noTests),
  // The widths were looked at in make test.
  { ...vitestPart('e2e', { THOROUGH: '' }), environment: site },
  {
    ...run('privileges', process.execPath, 'infra/e2e/dist/run/try-privileges.js', ...compose),
    environment: Object.assign(site, environment),
  },
  // The first that writes to .env.
  { ...make('status', 'runs'), after: isTakenOver },
  make('status', 'healthy'),
  make('send-visit', 'visit'),
  make('send-lead', 'lead'),
  make('import-log', 'page views', input('access.log', log)),
  make('import', 'page views', 'KIND=umami', input('website_event.csv', umami)),
  make('import', 'days', 'KIND=plausible', input('plausible.zip', await zipOf(exportFiles(threeDays)))),
  make('import', 'days', 'KIND=plausible', 'UNDO=1'),
  make(
    'import',
    '1',
    'KIND=leads',
    input('leads.csv', 'email,name,created_at\nperson@example.org,A Person,2026-03-02\n'),
  ),
  make('export', 'person@example.org', 'EMAIL=person@example.org'),
  make('rebuild-rollups', ''),
  make('refresh', 'Each worker'),
  make('unlock', ''),
  make('unlock', '', 'SECOND_FACTOR=off'),
  make('backup', 'Snapshot'),
  make('backup', '', 'LIST=1'),
  make('restore-drill', 'can be restored'),
  make('erase', 'leads', 'EMAIL=person@example.org'),
  make('restore', 'Restored', 'YES=1'),
  make('export', '', `FILE=${join(inputs, 'all.tar.gz')}`),
  make('doctor', 'settings'),
  make('unlock', 'A new admin key', 'NEW_KEY=1'),
  make('down', ''),
  make('clean', '', 'YES=1'),
  make('up', 'admin key'),
  make('import', '', `FILE=${join(inputs, 'all.tar.gz')}`),
  inCompose('down', 'down', '--volumes', '--remove-orphans'),
]);
