import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { challengesOf, nginxWorkFolder, openDir, siteFolders } from './open-dirs.js';
import { checkout, edgeLogPortOf, environmentOf, listApis, listWorkers, type Settings } from './settings.js';
import { chooseSizes } from './sizes.js';
import type { Part } from './supervise.js';
import { firstFreePort, readerOf, type User } from './users.js';

/**
 * As in docker-compose.yml. V8 would allocate the dashboard's rows in the old space, because some once lived long, and
 * keep all they hold.
 */
const apiFlags = ['--no-allocation-site-pretenuring'];

/** Where make refresh puts newer places and bots than the bundled ones. */
export const lookupDirOf = (localDir: string) => openDir(localDir, 'lookup');

/** `worker-1` … and `api-1` …; the first api alone listens to nginx's lines. */
export function listNodeParts(settings: Settings): Part[] {
  const { release } = settings;
  const { api, worker, geoipCacheMb } = chooseSizes(settings.environment);
  const nodePart = (
    program: 'api' | 'worker',
    name: string,
    args: string[],
    own: Record<string, string>,
  ): Part => ({
    name,
    command: process.execPath,
    args,
    user: readerOf(program, [process.execPath, join(release, program, 'dist/main.js')]),
    // Files in .env may be named from there.
    cwd: checkout,
    environment: { MALLOC_ARENA_MAX: '2', ...environmentOf(program, settings.environment), ...own },
  });
  return [
    ...listWorkers(settings).map(({ name, port }) =>
      nodePart('worker', name, [worker, join(release, 'worker/dist/main.js')], {
        WORKER_HOST: '127.0.0.1',
        WORKER_PORT: String(port),
        PAGES_DIR: siteFolders(settings).renderedPages,
        LOOKUP_DIR: lookupDirOf(settings.localDir),
        GEOIP_CACHE_MB: geoipCacheMb,
      }),
    ),
    ...listApis(settings).map(({ name, port }, index) =>
      nodePart('api', name, [api, ...apiFlags, join(release, 'api/dist/main.js')], {
        API_HOST: '127.0.0.1',
        API_PORT: String(port),
        EDGE_LOG_PORT: String(index === 0 ? edgeLogPortOf(settings) : 0),
      }),
    ),
  ];
}

/** Makes the nightly backup; no part where BACKUP_AT is off. */
export function backupSchedule({ localDir, release, environment }: Settings): Part[] {
  if (environment['BACKUP_AT'] === 'off') return [];
  return [
    {
      name: 'backup',
      command: join(release, 'infra/operate/docker/backup-schedule.sh'),
      args: [],
      cwd: release,
      environment: { ...environment, LOCAL_DIR: localDir },
    },
  ];
}

/** Where the certificate of DOMAIN is, and what getting it needs. TLS_CERTIFICATE is used in its place. */
export function certificateSettings({ localDir, environment }: Settings): Record<string, string> {
  const { DOMAIN = '', TLS_CERTIFICATE, TLS_CERTIFICATE_KEY } = environment;
  if (TLS_CERTIFICATE)
    return { TLS_CERTIFICATE: fileOf(TLS_CERTIFICATE), TLS_CERTIFICATE_KEY: fileOf(TLS_CERTIFICATE_KEY) };
  if (!DOMAIN) return {};
  return { DOMAIN, CERTIFICATES: join(localDir, 'certificates'), CHALLENGES: challengesOf(localDir) };
}

/** Root where only root may open its ports; the processes that answer never are. */
export function nginxUser(settings: Settings): User | undefined {
  const hasTls = Object.keys(certificateSettings(settings)).length > 0;
  const ports = hasTls ? [settings.webPort, settings.tlsPort] : [settings.webPort];
  if (ports.some((port) => port < firstFreePort())) return undefined;
  return readerOf('nginx', [join(settings.release, 'nginx.conf')]);
}

/** Compose takes a relative one as one of the checkout too. */
const fileOf = (setting: string | undefined) => (setting ? resolve(checkout, setting) : '');

/** Get and renew the certificate of DOMAIN, and show nginx a new one, of the owner's own too. */
export function certificateParts(settings: Settings): Part[] {
  const { localDir, release, environment } = settings;
  const places = certificateSettings(settings);
  if (!places['DOMAIN'] && !places['TLS_CERTIFICATE']) return [];
  const reload = 'infra/operate/docker/take-certificate.sh';
  // The other nginx.pid is its user's, and root would signal whatever that says.
  const pidFile = join(localDir, 'run/nginx.pid');
  const nginx = openDir(localDir, 'nginx');
  const watch = repeated(settings, 'certificate-watch', 10, reload, nginx, 'reload', pidFile);
  const parts: Part[] = [{ ...watch, environment: places }];
  const { CHALLENGES } = places;
  if (!CHALLENGES) return parts;
  // nginx' workers read there.
  mkdirSync(CHALLENGES, { recursive: true });
  chmodSync(CHALLENGES, 0o755);
  const { ACME_EMAIL = '', ACME_URL = '', ACME_CA } = environment;
  const own = { ACME_EMAIL, ACME_URL, ACME_CA: fileOf(ACME_CA), ACME_HOME: join(localDir, 'acme') };
  parts.push({
    name: 'certificates',
    command: join(release, 'infra/operate/docker/get-certificate.sh'),
    args: [],
    cwd: localDir,
    environment: { ...places, ...own },
  });
  return parts;
}

/** Keeps each log at some 10 MB, and the two before it. */
export const logRotation = (settings: Settings): Part =>
  repeated(settings, 'rotation', 2, 'infra/operate/scripts/rotate-logs.sh', join(settings.localDir, 'log'));

/** Writes a line to its log every ten seconds in which nginx refused requests; as nginx' user, whose folder it writes in. */
export function refusedCounter(settings: Settings): Part {
  const folder = nginxWorkFolder(settings.localDir);
  const part = repeated(settings, 'refused', 10, 'infra/operate/docker/count-refused.sh', folder);
  return { ...part, cwd: '/', user: nginxUser(settings) };
}

/** A script of the release that is run again and again. */
function repeated(
  { localDir, release }: Settings,
  name: string,
  everySeconds: number,
  script: string,
  ...args: string[]
): Part {
  return {
    name,
    command: 'sh',
    args: ['-c', `while sleep ${everySeconds}; do "$0" "$@"; done`, join(release, script), ...args],
    cwd: localDir,
  };
}
