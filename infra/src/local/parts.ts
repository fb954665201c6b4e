import { join } from 'node:path';
import { siteFolders } from './site-folders.js';
import { root, type Settings } from './settings.js';

/** One process that the supervisor keeps alive. `name` is also that of its pid file and its log. */
export interface Part {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  environment: Record<string, string>;
  /** The user it runs as, if not the one who started it. */
  user?: { uid: number; gid: number };
  stopSignal: NodeJS.Signals;
}

/** nginx finishes what it answers, Postgres breaks off open transactions instead of waiting for them. */
export function stopSignalOf(part: string): NodeJS.Signals {
  return ({ nginx: 'SIGQUIT', postgres: 'SIGINT' } as const)[part] ?? 'SIGTERM';
}

/** The order in which parts are started; they are stopped from the end. */
const order = ['logs', 'postgres', 'redis', 'worker', 'api', 'compiler', 'vite', 'nginx'];

export function startsBefore(part: string, other: string): number {
  const place = (name: string) => order.indexOf(name.replace(/-\d+$/, ''));
  return place(part) - place(other);
}

/** Keeps the logs of the others small. */
export function logKeeper(localDir: string): Part {
  return {
    name: 'logs',
    command: join(root, 'infra/local/keep-logs.sh'),
    args: [localDir],
    cwd: localDir,
    environment: { PATH: process.env['PATH'] ?? '' },
    stopSignal: stopSignalOf('logs'),
  };
}

/**
 * As in docker-compose.yml. A call waits for Redis, and in V8's 16 MB its garbage would be copied meanwhile. And V8
 * would allocate the rows of the dashboard's call in the old space, as some once lived long, and keep all they hold.
 */
const apiFlags = ['--max-semi-space-size=32', '--no-allocation-site-pretenuring'];

/** `worker-1` … and `api-1` …; the first api alone listens to nginx's lines. */
export function listNodeParts(settings: Settings): Part[] {
  const site = siteFolders(settings.localDir);
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);
  const nodePart = (name: string, args: string[], own: Record<string, string>): Part => ({
    name,
    command: process.execPath,
    args,
    cwd: root,
    environment: { ...settings.environment, ...own },
    stopSignal: stopSignalOf(name),
  });
  return [
    ...numbered(settings.workerProcesses).map((index) =>
      nodePart(`worker-${index + 1}`, [join(root, 'worker/dist/main.js')], {
        WORKER_HOST: '127.0.0.1',
        WORKER_PORT: String(settings.workerPort + index),
        PAGES_DIR: site.renderedPages,
        SITE_BUILD: site.server,
      }),
    ),
    ...numbered(settings.apiProcesses).map((index) =>
      nodePart(`api-${index + 1}`, [...apiFlags, join(root, 'api/dist/main.js')], {
        API_HOST: '127.0.0.1',
        API_PORT: String(settings.apiPort + index),
        EDGE_LOG_PORT: String(index === 0 ? settings.edgeLogPort : 0),
        SITE_BUILD: site.server,
      }),
    ),
  ];
}
