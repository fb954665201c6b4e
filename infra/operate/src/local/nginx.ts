import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { edgeKeyOf } from '@voordeur/server';
import { Advice } from './advice.js';
import { nginxWorkFolder, openDir, siteFolders } from './open-dirs.js';
import { certificateSettings, nginxUser } from './parts.js';
import { edgeLogPortOf, listApis, root, type Settings } from './settings.js';
import { childrenOf, logFileOf, type Part, pidOf } from './supervise.js';
import { until } from './until.js';
import { giveTo, type User, userOf } from './users.js';

/** Puts the built pages and nginx's files in their places. Throws when the pages are not built. */
export function prepareNginx(settings: Settings): Part {
  const dir = openDir(settings.localDir, 'nginx');
  const user = nginxUser(settings);
  publishSite(settings);
  writeInclude(settings, dir);
  // Files of an earlier nginx, perhaps of another user.
  for (const name of readdirSync(dir))
    if (!['nginx.conf', 'include'].includes(name)) rmSync(join(dir, name), { recursive: true, force: true });
  const work = nginxWorkFolder(settings.localDir);
  mkdirSync(work);
  // Where nginx stays root, its workers are somebody else who must get to their folders in it.
  chmodSync(work, user ? 0o700 : 0o711);
  if (user) chownSync(work, user.uid, user.gid);
  return {
    name: 'nginx',
    command: 'nginx',
    args: ['-e', 'stderr', '-p', work, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'],
    cwd: work,
    // Finishes what it answers.
    stopSignal: 'SIGQUIT',
    user,
  };
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
  writeInclude(settings, openDir(localDir, 'nginx'));
  process.kill(nginx, 'SIGHUP');
  const areGone = () => !before.some((pid) => childrenOf(nginx).includes(pid));
  // Longer than worker_shutdown_timeout of nginx.conf.
  if (!(await until(areGone, { withinMs: 15_000, everyMs: 50 })))
    throw new Advice('nginx did not reload.', 'fix what its log reports.', logFileOf(localDir, 'nginx'));
}

function writeInclude(settings: Settings, dir: string): void {
  const { release, environment } = settings;
  const site = siteFolders(settings);
  openInclude(dir, nginxUser(settings));
  const apis = listApis(settings).map(({ port }) => `127.0.0.1:${port}`);
  writeConfiguration(dir, release, {
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
  });
}

/** Links nginx.conf into a folder and writes the files that it includes. */
export function writeConfiguration(dir: string, release: string, environment: NodeJS.ProcessEnv): void {
  rmSync(join(dir, 'nginx.conf'), { force: true });
  symlinkSync(join(release, 'nginx.conf'), join(dir, 'nginx.conf'));
  const env = { PATH: process.env['PATH'], ...environment };
  execFileSync(join(root, 'infra/operate/docker/write-nginx-include.sh'), [dir], { env });
}

/**
 * Where root starts nginx, its configuration stays root's, and its user may only read it: root writes here, and would write
 * through a link that was left here. What nginx writes is in its work folder.
 */
function openInclude(dir: string, user: User | undefined): void {
  if (process.getuid?.() === 0 && statSync(dir).uid !== 0) {
    // An earlier version gave it away.
    chownSync(dir, 0, 0);
    for (const name of ['nginx.conf', 'include', 'refused.log.counted'])
      rmSync(join(dir, name), { recursive: true, force: true });
  }
  const include = join(dir, 'include');
  mkdirSync(include, { recursive: true });
  if (!user) return;
  chownSync(include, 0, user.gid);
  // Files made in it later belong to that group too.
  chmodSync(include, 0o2750);
}

/** A copy of the build that nginx's workers may read. */
export function publishSite(settings: Settings): void {
  const { pages, renderedPages } = siteFolders(settings);
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(settings.release, 'web/dist'), pages, { recursive: true, preserveTimestamps: true });
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', pages]);
  // Pages that the workers rendered stay: for the same build they are served until they have rendered again.
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
