import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { edgeKeyOf } from '@voordeur/server';
import { openDir, siteFolders } from './open-dirs.js';
import { root, type Settings } from './settings.js';
import type { Part } from './supervise.js';

/** Puts the built pages and nginx's files in their places. Throws when the pages are not built. */
export function prepareNginx(settings: Settings): Part {
  const { localDir, apiPort, apiProcesses, edgeLogPort, environment } = settings;
  const dir = openDir(localDir, 'nginx');
  const site = publishSite(localDir);
  rmSync(join(dir, 'nginx.conf'), { force: true });
  symlinkSync(join(root, 'nginx.conf'), join(dir, 'nginx.conf'));
  const apis = Array.from({ length: apiProcesses }, (_, index) => `127.0.0.1:${apiPort + index}`);
  execFileSync(join(root, 'infra/docker/write-nginx-place.sh'), [dir], {
    env: {
      PATH: process.env['PATH'],
      LISTEN: listenOn(settings, settings.webPort),
      TLS_LISTEN: listenOn(settings, settings.tlsPort),
      TLS_CERTIFICATE: fileOf(environment['TLS_CERTIFICATE']),
      TLS_CERTIFICATE_KEY: fileOf(environment['TLS_CERTIFICATE_KEY']),
      WEB_ROOT: site.pages,
      PAGES_DIR: site.renderedPages,
      API_SERVERS: apis.join(' '),
      EDGE_LOG: `127.0.0.1:${edgeLogPort}`,
      EDGE_KEY: edgeKeyOf(environment['JWT_SECRET'] ?? ''),
      TRUSTED_PROXIES: environment['TRUSTED_PROXIES'],
      RATE_LIMIT: environment['RATE_LIMIT'],
    },
  });
  return {
    name: 'nginx',
    command: 'nginx',
    args: ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'],
    cwd: dir,
    // Finishes what it answers.
    stopSignal: 'SIGQUIT',
  };
}

/** Writes a line to its log every ten seconds in which nginx refused requests. */
export function refusedCounter(localDir: string): Part {
  const count = [join(root, 'infra/docker/count-refused.sh'), openDir(localDir, 'nginx')];
  return {
    name: 'refused',
    command: 'sh',
    args: ['-c', 'while sleep 10; do "$0" "$1"; done', ...count],
    cwd: localDir,
  };
}

/** A copy of both builds that nginx's workers may read; it also stays whole while the next build is made. */
function publishSite(localDir: string) {
  const folders = siteFolders(localDir);
  publish(join(root, 'web/dist'), folders.pages);
  publish(join(root, 'web/server/dist'), folders.server);
  // What the workers rendered before stays: for the same build it is served until they have rendered again.
  mkdirSync(folders.renderedPages, { recursive: true });
  chmodSync(folders.renderedPages, 0o755);
  return folders;
}

function publish(built: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(built, folder, { recursive: true, preserveTimestamps: true });
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
}

/** Compose takes a relative one as one of the checkout too. */
const fileOf = (setting: string | undefined) => setting && resolve(root, setting);

/** `localhost` may be either family, so both are served where the machine has both. */
function listenOn({ webHost }: Settings, port: number): string {
  const addresses = Object.values(networkInterfaces()).flatMap((network) => network ?? []);
  const twin = { '127.0.0.1': '[::1]', '0.0.0.0': '[::]' }[webHost];
  const hasIpv6 = addresses.some(({ address }) => address === '::1');
  return [webHost, ...(twin && hasIpv6 ? [twin] : [])].map((host) => `${host}:${port}`).join(' ');
}
