import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { queuePrefix } from '@voordeur/contracts/jobs';
import { Advice } from '../local/advice.js';
import {
  checkout,
  type Environment,
  environmentFileOf,
  readEnvironment,
  readSettings,
  serverPath,
} from '../local/settings.js';

export type BackupSettings = ReturnType<typeof readBackupSettings>;

/**
 * Where the data is (for a running local stack what it was started with, not what .env says today) and where its backups go.
 * Throws `Advice` for a setting that is wrong.
 */
export function readBackupSettings(given: Environment = readEnvironment()) {
  const started = environmentFileOf(readSettings(given).localDir);
  const running = existsSync(started) ? (JSON.parse(readFileSync(started, 'utf8')) as Environment) : {};
  const isAddress = ([name]: [string, unknown]) =>
    /^(\w+_)?DATABASE_URL$|^REDIS_URL$|^QUEUE_PREFIX$/.test(name);
  const settings = readSettings({
    ...given,
    ...Object.fromEntries(Object.entries(running).filter(isAddress)),
  });
  const { environment, localDir } = settings;
  const folder = resolve(checkout, environment['BACKUP_FOLDER'] ?? join(localDir, 'backup'));
  const repository = environment['BACKUP_REPOSITORY'] ?? folder;
  return {
    ...settings,
    queuePrefix: environment['QUEUE_PREFIX'] ?? queuePrefix,
    timeZone: environment['TIME_ZONE'] ?? 'Europe/Amsterdam',
    checkout,
    repository,
    /** Undefined where the repository isn't a folder of this machine. */
    repositoryFolder: isAbsolute(repository) ? repository : undefined,
    password: environment['BACKUP_PASSWORD'],
    keep: {
      daily: wholeNumber(environment, 'BACKUP_KEEP_DAILY', 7),
      weekly: wholeNumber(environment, 'BACKUP_KEEP_WEEKLY', 4),
      monthly: wholeNumber(environment, 'BACKUP_KEEP_MONTHLY', 12),
    },
  };
}

function wholeNumber(environment: Environment, name: string, otherwise: number): number {
  const value = Number(environment[name] ?? otherwise);
  if (Number.isInteger(value) && value >= 1 && value <= 1_000) return value;
  throw new Advice(`${name} must be a whole number from 1 to 1000.`, `correct it in .env.`);
}

/** Postgres' own programs are given the address in their environment: arguments can be read by every user. */
export function postgresEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const sslMode = searchParams.get('sslmode');
  return {
    PATH: serverPath(),
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslMode && { PGSSLMODE: sslMode }),
  };
}
