import pg from 'pg';
import { readSettings, type Settings } from '@voordeur/operate/local/settings.js';
import { addressOf, startStack } from '@voordeur/operate/local/stack.js';
import { removeData, stopStack } from '@voordeur/operate/local/stop-stack.js';

/** Passed on to the processes of the tests; everything else is fixed here, so that no .env reaches them. */
const fromOutside = ['PATH', 'HOME', 'LANG', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY', 'MEMORY_MB'];

/** The stack of the tests, independent of `make up`: folder, ports and database are its own. */
export function testSettings(more: Record<string, string> = {}): Settings {
  const kept = Object.fromEntries(fromOutside.map((name) => [name, process.env[name]]));
  return readSettings({
    ...kept,
    LOCAL_DIR: '.local/test',
    POSTGRES_PORT: '25432',
    REDIS_PORT: '26379',
    WEB_PORT: '28080',
    NGINX_STATUS_PORT: '28181',
    PROMETHEUS_PORT: '29090',
    ALERTMANAGER_PORT: '29093',
    EXPORTERS_PORT: '29100',
    API_PORT: '23001',
    WORKER_PORT: '23101',
    EDGE_LOG_PORT: '25514',
    POSTGRES_PASSWORD: 'voordeur',
    POSTGRES_API_PASSWORD: 'voordeur',
    POSTGRES_WORKER_PASSWORD: 'voordeur',
    POSTGRES_MONITOR_PASSWORD: 'voordeur',
    REDIS_PASSWORD: 'voordeur',
    REDIS_API_PASSWORD: 'voordeur',
    REDIS_WORKER_PASSWORD: 'voordeur',
    ADMIN_SECRET_KEY: 'the key of the tests',
    JWT_SECRET: 'the secret of the tests',
    LOG_LEVEL: 'warn',
    BACKUP_AT: 'off',
    ...more,
  });
}

/**
 * Has Postgres wait for no disk, as tests cut nobody's power, and compile no query: on their few rows that takes longer
 * than the queries do, two thirds of its time. Redis waits for its disk as it always does.
 */
export async function quickenPostgres({ databaseUrl }: Settings): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set jit = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** A stack of its own in `.local/<name>`; those with different slots can run side by side. */
export function ownSettings(name: string, slot: number, more: Record<string, string> = {}): Settings {
  const port = (first: number) => String(first + 10 * slot);
  return testSettings({
    LOCAL_DIR: `.local/${name}`,
    WEB_PORT: port(28_080),
    NGINX_STATUS_PORT: port(28_181),
    API_PORT: port(23_001),
    WORKER_PORT: port(23_101),
    POSTGRES_PORT: port(25_432),
    REDIS_PORT: port(26_379),
    EDGE_LOG_PORT: port(25_514),
    ...more,
  });
}

/** Calls `work` with a fresh stack, which is stopped afterwards, after Ctrl-C too. Resolves to what `work` does. */
export async function withStack<Result>(
  settings: Settings,
  work: (baseUrl: string) => Promise<Result>,
  start: (settings: Settings) => Promise<void> = startStack,
): Promise<Result> {
  const stop = () => stopStack(settings.localDir);
  const interrupt = () => void stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  await removeData(settings.localDir);
  try {
    await start(settings);
    return await work(addressOf(settings));
  } finally {
    await stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** The same with the built site behind nginx: that of SITE_URL where it is given. */
export async function withSite(measure: (siteUrl: string) => Promise<void>): Promise<void> {
  const given = process.env['SITE_URL'];
  if (given) await measure(given);
  else await withStack(ownSettings('test-site', 2), measure);
}
