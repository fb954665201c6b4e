import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { roles } from '@voordeur/contracts/roles';

/** The code that runs: the checkout, or a copy of it (release.ts). */
export const root = resolve(import.meta.dirname, '../../../..');
/** Where .env and the data are. */
export const checkout = resolve(process.env['CHECKOUT'] ?? root);

/** Where programs are: Debian keeps servers out of a user's PATH, and Postgres in a folder for each version. */
export function serverPath(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number).filter(Boolean) : [];
  const newestFirst = versions.sort((one, other) => other - one).map((version) => `${debian}/${version}/bin`);
  return [...newestFirst, process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(':');
}

export type Environment = Record<string, string | undefined>;

/** The environment over `.env`, over the settings that follow from DOMAIN. Throws when `.env` cannot be read. */
export function readEnvironment(): Environment {
  const file = join(checkout, '.env');
  const written = existsSync(file) ? presentIn(parseEnv(readFileSync(file, 'utf8'))) : {};
  const given = { ...written, ...presentIn(process.env) };
  return { ...defaultsOfDomain(given), ...given };
}

/** Settings that follow from DOMAIN, as in infra/operate/scripts/read-setting.mjs. */
export function defaultsOfDomain({ DOMAIN }: Environment): Record<string, string> {
  if (!DOMAIN) return {};
  return { PUBLIC_URL: `https://${DOMAIN}`, WEB_HOST: '0.0.0.0', WEB_PORT: '80', TLS_PORT: '443' };
}

/** Where the local processes keep their files and data. */
export function readLocalDir(given: Environment = readEnvironment()): string {
  return resolve(checkout, given['LOCAL_DIR'] ?? '.local');
}

/** The file with the environment that the local processes were started with, as JSON. */
export function environmentFileOf(localDir: string): string {
  return join(localDir, 'run/environment.json');
}

export type Settings = ReturnType<typeof readSettings>;

/** Ports, folders and URLs of the local processes. Throws with the name of a setting that isn't a number, or is missing. */
export function readSettings(environment: Environment) {
  const given = presentIn(environment);
  const text = (name: string, otherwise: string) => given[name] ?? otherwise;
  const number = (name: string, otherwise: number) => {
    const value = Number(given[name] ?? otherwise);
    if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
    throw new Error(`${name} must be a whole number from 1 to 65535.`);
  };

  const postgresPort = number('POSTGRES_PORT', 15_432);
  const redisPort = number('REDIS_PORT', 16_379);
  const postgresPassword = text('POSTGRES_PASSWORD', '');
  const databaseUrl = text(
    'DATABASE_URL',
    `postgres://voordeur:${encodeURIComponent(postgresPassword)}@127.0.0.1:${postgresPort}/voordeur`,
  );
  const ownPostgres = new URL(databaseUrl).host === `127.0.0.1:${postgresPort}`;
  if (ownPostgres && postgresPassword === '') throw new Error('POSTGRES_PASSWORD is missing.');
  const ownRedisUrl = asUser(`redis://127.0.0.1:${redisPort}`, '', given['REDIS_PASSWORD']);
  const redisUrl = text('REDIS_URL', ownRedisUrl);
  // An address of Sentinels has several hosts, which is no URL.
  const ownRedis = URL.canParse(redisUrl) && new URL(redisUrl).host === `127.0.0.1:${redisPort}`;
  /** The same server, as one of the programs; a server of the operator's own knows her alone. */
  const databaseOf = (name: 'api' | 'worker' | 'monitor') => {
    const password = ownPostgres ? given[`POSTGRES_${name.toUpperCase()}_PASSWORD`] : undefined;
    return text(`${name.toUpperCase()}_DATABASE_URL`, asUser(databaseUrl, roles[name], password));
  };
  const redisOf = (name: 'api' | 'worker') => {
    const password = ownRedis ? given[`REDIS_${name.toUpperCase()}_PASSWORD`] : undefined;
    return text(`${name.toUpperCase()}_REDIS_URL`, asUser(redisUrl, roles[name], password));
  };
  const webPort = number('WEB_PORT', 8080);

  return {
    localDir: readLocalDir(given),
    /** The folder of the code that runs. */
    release: text('RELEASE', root),
    webHost: text('WEB_HOST', '127.0.0.1'),
    webPort,
    /** Opened where TLS_CERTIFICATE or DOMAIN names one. */
    tlsPort: number('TLS_PORT', 8443),
    /** Where nginx counts its connections, on this machine alone. */
    nginxStatusPort: number('NGINX_STATUS_PORT', 18_081),
    apiPort: number('API_PORT', 13_001),
    apiProcesses: number('API', 1),
    /** The number of the first one, which an upgrade changes: it starts the new ones next to the old. */
    firstApi: number('FIRST_API', 1),
    workerPort: number('WORKER_PORT', 13_101),
    workerProcesses: number('WORKER', 1),
    firstWorker: number('FIRST_WORKER', 1),
    postgresPort,
    redisPort,
    prometheusPort: number('PROMETHEUS_PORT', 19_090),
    alertmanagerPort: number('ALERTMANAGER_PORT', 19_093),
    /** The first of four. */
    exportersPort: number('EXPORTERS_PORT', 19_100),
    /** Whether make up starts Prometheus and what belongs to it too. */
    isObserved: given['OBSERVE'] === 'on',
    /** UDP, of the api with number 1. */
    edgeLogPort: number('EDGE_LOG_PORT', 5_514),
    postgresPassword,
    databaseUrl,
    redisUrl,
    /** False where DATABASE_URL or REDIS_URL names a server that is not ours to start. */
    ownPostgres,
    ownRedis,
    /** For the tools, secrets included; `environmentOf` picks what the api and the worker get. */
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: `http://localhost:${webPort}`,
      ...given,
      DATABASE_URL: databaseUrl,
      API_DATABASE_URL: databaseOf('api'),
      WORKER_DATABASE_URL: databaseOf('worker'),
      MONITOR_DATABASE_URL: databaseOf('monitor'),
      REDIS_URL: redisUrl,
      API_REDIS_URL: redisOf('api'),
      WORKER_REDIS_URL: redisOf('worker'),
    } as Record<string, string>,
  };
}

/** The environment of a program: it logs in as itself, and knows nobody else's passwords. */
export function environmentOf(program: 'api' | 'worker', environment: Environment): Record<string, string> {
  const name = program.toUpperCase();
  const others = [/^(POSTGRES|REDIS|BACKUP)_(.+_)?PASSWORD$|^AWS_|_(DATABASE|REDIS)_URL$/];
  others.push(program === 'api' ? /^WEBHOOK_SIGNING_SECRET$/ : /^(ADMIN_SECRET_KEY|BOOKING_.+_SECRET)$/);
  const own = Object.entries(environment).filter(([variable]) => !others.some((one) => one.test(variable)));
  return presentIn({
    ...Object.fromEntries(own),
    // Whether there is one is all the api needs.
    ...(program === 'api' && environment['SMTP_URL'] && { SMTP_URL: 'set' }),
    // The stack may have been started by a version without roles.
    DATABASE_URL: environment[`${name}_DATABASE_URL`] ?? environment['DATABASE_URL'],
    REDIS_URL: environment[`${name}_REDIS_URL`] ?? environment['REDIS_URL'],
  });
}

/** The address with this user and password; unchanged without a password. */
function asUser(address: string, user: string, password: string | undefined): string {
  if (!password) return address;
  const url = new URL(address);
  url.username = user;
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Each api: the one with number 1 listens on API_PORT, and so on. */
export function listApis({ firstApi, apiProcesses, apiPort }: Settings) {
  return numbered('api', firstApi, apiProcesses, apiPort);
}

/** Each worker: the one with number 1 listens on WORKER_PORT, and so on. */
export function listWorkers({ firstWorker, workerProcesses, workerPort }: Settings) {
  return numbered('worker', firstWorker, workerProcesses, workerPort);
}

/** UDP; where the first api listens to nginx's lines. */
export function edgeLogPortOf({ firstApi, edgeLogPort }: Settings): number {
  return edgeLogPort + firstApi - 1;
}

function numbered(part: string, first: number, count: number, firstPort: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `${part}-${first + index}`,
    port: firstPort + first - 1 + index,
  }));
}

/** An empty setting counts as absent. */
function presentIn(environment: Environment): Record<string, string> {
  const present = Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(present);
}
