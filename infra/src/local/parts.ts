import { join } from 'node:path';
import { siteFolders } from './open-dirs.js';
import { root, type Settings } from './settings.js';
import type { Part } from './supervise.js';

/**
 * As in docker-compose.yml. Calls wait for Redis, and with V8's default of 16 MB their garbage would be copied meanwhile.
 * And V8 would allocate the dashboard's rows in the old space, because some once lived long, and keep all they hold.
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
