import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { edgeKeyOf } from '@voordeur/server';
import { Advice } from './advice.js';
import { openDir, siteFolders } from './open-dirs.js';
import { certificateSettings } from './parts.js';
import { edgeLogPortOf, listApis, root, type Settings } from './settings.js';
import { childrenOf, logFileOf, type Part, pidOf } from './supervise.js';
import { firstFreePort, giveTo, readerOf, type User, userOf } from './users.js';

/** Puts the built pages and nginx's files in their places. Throws when the pages are not built. */
export function prepareNginx(settings: Settings): Part {
  const dir = openDir(settings.localDir, 'nginx');
  publishSite(settings);
  writePlace(settings, dir);
  return {
    name: 'nginx',
    command: 'nginx',
    args: ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'],
    cwd: dir,
    // Finishes what it answers.
    stopSignal: 'SIGQUIT',
    user: nginxUser(settings),
  };
}

/** Root where only root may open its ports; the processes that answer never are. */
function nginxUser(settings: Settings): User | undefined {
  const hasTls = Object.keys(certificateSettings(settings)).length > 0;
  const ports = hasTls ? [settings.webPort, settings.tlsPort] : [settings.webPort];
  if (ports.some((port) => port < firstFreePort())) return undefined;
  return readerOf('nginx', [join(settings.release, 'nginx.conf')]);
}

/**
 * Lets nginx go on with other apis and pages, without a moment in which it doesn't answer. Resolves when none of its
 * processes uses the earlier ones any more; throws `Advice` when that takes longer than 15 seconds.
 */
export async function reloadNginx(settings: Settings): Promise<void> {
  const { localDir } = settings;
  const nginx = pidOf(localDir, 'nginx');
  if (nginx === undefined) throw new Advice('nginx does not run.', 'make up.', logFileOf(localDir, 'nginx'));
  const before = childrenOf(nginx);
  writePlace(settings, openDir(localDir, 'nginx'));
  process.kill(nginx, 'SIGHUP');
  for (let waitedMs = 0; before.some((pid) => childrenOf(nginx).includes(pid)); waitedMs += 50) {
    // Longer than worker_shutdown_timeout of nginx.conf.
    if (waitedMs > 15_000)
      throw new Advice('nginx did not reload.', 'fix what its log reports.', logFileOf(localDir, 'nginx'));
    await wait(50);
  }
}

function writePlace(settings: Settings, dir: string): void {
  const { release, environment } = settings;
  const site = siteFolders(settings);
  rmSync(join(dir, 'nginx.conf'), { force: true });
  symlinkSync(join(release, 'nginx.conf'), join(dir, 'nginx.conf'));
  const apis = listApis(settings).map(({ port }) => `127.0.0.1:${port}`);
  execFileSync(join(root, 'infra/docker/write-nginx-place.sh'), [dir], {
    env: {
      PATH: process.env['PATH'],
      LISTEN: listenOn(settings, settings.webPort),
      TLS_LISTEN: listenOn(settings, settings.tlsPort),
      ...certificateSettings(settings),
      PUBLIC_URL: environment['PUBLIC_URL'],
      HSTS: environment['HSTS'],
      STATUS_LISTEN: `127.0.0.1:${settings.nginxStatusPort}`,
      WEB_ROOT: site.pages,
      PAGES_DIR: site.renderedPages,
      API_SERVERS: apis.join(' '),
      EDGE_LOG: `127.0.0.1:${edgeLogPortOf(settings)}`,
      EDGE_KEY: edgeKeyOf(environment['JWT_SECRET'] ?? ''),
      TRUSTED_PROXIES: environment['TRUSTED_PROXIES'],
      RATE_LIMIT: environment['RATE_LIMIT'],
    },
  });
  giveTo(nginxUser(settings), dir);
}

/** A copy of the build that nginx's workers may read. */
export function publishSite(settings: Settings): void {
  const { pages, renderedPages } = siteFolders(settings);
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(settings.release, 'web/dist'), pages, { recursive: true, preserveTimestamps: true });
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', pages]);
  // What the workers rendered before stays: for the same build it is served until they have rendered again.
  mkdirSync(renderedPages, { recursive: true });
  chmodSync(renderedPages, 0o755);
  giveTo(userOf('worker'), renderedPages);
}

/** `localhost` may be either family, so both are served where the machine has both. */
function listenOn({ webHost }: Settings, port: number): string {
  const addresses = Object.values(networkInterfaces()).flatMap((network) => network ?? []);
  const twin = { '127.0.0.1': '[::1]', '0.0.0.0': '[::]' }[webHost];
  const hasIpv6 = addresses.some(({ address }) => address === '::1');
  return [webHost, ...(twin && hasIpv6 ? [twin] : [])].map((host) => `${host}:${port}`).join(' ');
}
