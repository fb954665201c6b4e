import { readSettings, type Settings } from '../local/settings.js';

/** Passed on to the processes of the tests; everything else is fixed here, so that no .env reaches them. */
const fromOutside = ['PATH', 'HOME', 'LANG', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'];

/**
 * The stack of the tests, beside that of `make up`: folder, ports and database are its own. TEST_POSTGRES_PORT,
 * TEST_REDIS_PORT and TEST_WEB_PORT move it.
 */
export function testSettings(more: Record<string, string> = {}): Settings {
  const kept = Object.fromEntries(fromOutside.map((name) => [name, process.env[name]]));
  return readSettings({
    ...kept,
    LOCAL_DIR: process.env['TEST_LOCAL_DIR'] ?? '.local/test',
    POSTGRES_PORT: process.env['TEST_POSTGRES_PORT'] ?? '25432',
    REDIS_PORT: process.env['TEST_REDIS_PORT'] ?? '26379',
    WEB_PORT: process.env['TEST_WEB_PORT'] ?? '28080',
    API_PORT: '23001',
    WORKER_PORT: '23101',
    EDGE_LOG_PORT: '25514',
    POSTGRES_PASSWORD: 'voordeur',
    ADMIN_SECRET_KEY: 'the key of the tests',
    JWT_SECRET: 'the secret of the tests',
    LOG_LEVEL: 'warn',
    ...more,
  });
}

/** Where the tests with services find them (testing/src/services.ts reads these). */
export function serviceAddresses({ postgresPort, redisPort }: Settings): Record<string, string> {
  return {
    TEST_DATABASE_URL: `postgres://voordeur:voordeur@127.0.0.1:${postgresPort}/postgres`,
    TEST_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  };
}
