import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../../..');

export type Environment = Record<string, string | undefined>;

/** Where the local processes stand. `environment` is what each of them is given, secrets too. */
export interface Settings {
  localDir: string;
  webHost: string;
  webPort: number;
  /** Opened where TLS_CERTIFICATE names one. */
  tlsPort: number;
  apiPort: number;
  apiProcesses: number;
  workerPort: number;
  workerProcesses: number;
  postgresPort: number;
  redisPort: number;
  /** UDP; only api-1 listens to nginx's lines. */
  edgeLogPort: number;
  postgresPassword: string;
  databaseUrl: string;
  redisUrl: string;
  /** False where DATABASE_URL or REDIS_URL names a server that is not ours to start. */
  ownPostgres: boolean;
  ownRedis: boolean;
  environment: Record<string, string>;
}

/** The environment over `.env`. Throws when `.env` cannot be read. */
export function readEnvironment(): Environment {
  const file = join(root, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...presentIn(process.env) };
}

/** Where the local processes keep their files and data. */
export function readLocalDir(given: Environment = readEnvironment()): string {
  return resolve(root, given['LOCAL_DIR'] ?? '.local');
}

/** Throws with the name of a setting that is no number, or missing. */
export function readSettings(environment: Environment): Settings {
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
  const redisUrl = text('REDIS_URL', `redis://127.0.0.1:${redisPort}`);
  const webPort = number('WEB_PORT', 8080);

  return {
    localDir: readLocalDir(given),
    webHost: text('WEB_HOST', '127.0.0.1'),
    webPort,
    tlsPort: number('TLS_PORT', 8443),
    apiPort: number('API_PORT', 13_001),
    apiProcesses: number('API_PROCESSES', 1),
    workerPort: number('WORKER_PORT', 13_101),
    workerProcesses: number('WORKER_PROCESSES', 1),
    postgresPort,
    redisPort,
    edgeLogPort: number('EDGE_LOG_PORT', 5_514),
    postgresPassword,
    databaseUrl,
    redisUrl,
    ownPostgres,
    ownRedis: new URL(redisUrl).host === `127.0.0.1:${redisPort}`,
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: `http://localhost:${webPort}`,
      ...given,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
    },
  };
}

/** An empty setting counts as absent. */
function presentIn(environment: Environment): Record<string, string> {
  const present = Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(present);
}
