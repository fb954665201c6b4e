import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, utimesSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { giveUp } from './advice.js';
import { listNodeParts } from './parts.js';
import { step } from './progress.js';
import { readEnvironment, readSettings, root, type Settings } from './settings.js';
import { addressOf, migrate, startApps, startServices } from './stack.js';
import { isRunning, stopStack } from './stop-stack.js';
import { logFileOf, type Part, pidOf, supervise } from './supervise.js';

/**
 * The second half of `make dev`; infra/operate/scripts/stack.sh has installed and built by now (steps 1 to 3). The same Postgres,
 * Redis and data as `make up-local`, with Vite in nginx's place. Ctrl-C ends all of it, and so does `make down`.
 */
const of = 6;
const settings = readSettings(readEnvironment());
let stopped: Promise<unknown> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopped = stopStack(settings.localDir).finally(() => process.exit());
  });
}
try {
  await step(4, of, 'Postgres and Redis', () => startServices(settings));
  await step(5, of, 'migrations', () => migrate(settings));
  const apps = listNodeParts(settings).map(restartedOnChange);
  await step(6, of, 'worker, api and Vite', () => startApps(settings, [...apps, vite(settings)]));
  // Not sooner: it would only keep the others waiting.
  supervise(settings.localDir, compiler());
  watchSql();
  watchTexts(settings);
  const site = addressOf(settings);
  process.stdout.write(`
  site       ${site}
  admin      ${site}/admin
  admin key  grep ADMIN_SECRET_KEY .env

  Save a file and it is reloaded. What the processes write follows; Ctrl-C ends them, the data stays.

`);
  const followed = ['compiler', 'vite', ...apps.map(({ name }) => name)];
  const files = followed.map((part) => logFileOf(settings.localDir, part));
  // It complains about files that aren't there yet.
  const logs = spawn('tail', ['-q', '-n', '0', '-F', ...files], { stdio: ['ignore', 'inherit', 'ignore'] });
  process.once('exit', () => logs.kill());
  // Until make down.
  while (isRunning(settings.localDir)) await wait(1_000);
  // By Ctrl-C: the last process may still be ending.
  await stopped;
  process.exit();
} catch (error) {
  await stopStack(settings.localDir);
  giveUp(error);
}

/** Node restarts it when a file that it has imported changes, also after a crash. */
function restartedOnChange(part: Part): Part {
  return {
    ...part,
    args: ['--watch', '--watch-preserve-output', ...part.args],
  };
}

/** Vite serves no build of it, but transforms what the browser asks for. */
function vite({ webHost, webPort, apiPort }: Settings): Part {
  return {
    name: 'vite',
    command: process.execPath,
    args: [
      join(root, 'node_modules/vite/bin/vite.js'),
      ...['--host', webHost, '--port', String(webPort), '--strictPort', '--clearScreen', 'false'],
    ],
    cwd: join(root, 'web'),
    environment: { API_PORT: String(apiPort) },
  };
}

function compiler(): Part {
  return {
    name: 'compiler',
    command: join(root, 'node_modules/.bin/tsc'),
    args: ['-b', 'contracts', 'server', 'api', 'worker', '--watch', '--preserveWatchOutput', '--pretty'],
    cwd: root,
  };
}

/** The compiler leaves them out, and Node restarts for modules alone. */
function watchSql(): void {
  for (const workspace of ['api', 'worker']) {
    const [src, dist] = [join(root, workspace, 'src'), join(root, workspace, 'dist')];
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
    const folders = new Set(files.filter((file) => file.endsWith('.sql')).map((file) => dirname(file)));
    for (const folder of folders) {
      watch(join(src, folder), (_event, name) => {
        if (!name?.endsWith('.sql') || !existsSync(join(src, folder, name))) return;
        copyFileSync(join(src, folder, name), join(dist, folder, name));
        utimesSync(join(dist, 'main.js'), new Date(), new Date());
      });
    }
  }
}

/** Vite's plugins have imported the catalogues, so only a new Vite reads them again; runit starts it. */
function watchTexts({ localDir }: Settings): void {
  watch(join(root, 'contracts/dist/messages'), (_event, name) => {
    const pid = name?.endsWith('.json') && pidOf(localDir, 'vite');
    if (pid) process.kill(pid, 'SIGTERM');
  });
}
