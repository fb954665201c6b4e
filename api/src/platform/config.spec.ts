import { expect, it } from 'vitest';
import { loadConfig } from './config.js';

const least = {
  DATABASE_URL: 'postgres://voordeur@127.0.0.1/voordeur',
  REDIS_URL: 'redis://127.0.0.1:6379',
  ADMIN_SECRET_KEY: '0123456789abcdef',
  JWT_SECRET: 'fedcba9876543210',
};

it('has a default for all but the addresses and secrets', () => {
  expect(loadConfig(least)).toMatchObject({
    host: '127.0.0.1',
    port: 13_001,
    edgeLogPort: 5_514,
    queuePrefix: '{voordeur}',
    adminSessionSeconds: 28_800,
    loginMaxAttempts: 5,
    loginLockoutMinutes: 15,
    publicUrl: 'http://localhost:8080',
    timeZone: 'Europe/Amsterdam',
    rateLimit: true,
    logLevel: 'info',
    siteConfigFile: expect.stringMatching(/\/site\.config\.json$/) as string,
  });
});

it('takes an empty value for none', () => {
  expect(loadConfig({ ...least, API_PORT: '', RATE_LIMIT: '' })).toMatchObject({
    port: 13_001,
    rateLimit: true,
  });
});

it('names what is missing', () => {
  expect(() => loadConfig({ REDIS_URL: '' })).toThrow(
    /DATABASE_URL is missing\n.*REDIS_URL is missing\n.*ADMIN_SECRET_KEY is missing\n.*JWT_SECRET is missing/,
  );
});

it.each([
  ['API_PORT', '65536'],
  ['API_PORT', '80.5'],
  ['API_PORT', '-1'],
  ['API_PORT', '0x50'],
  ['EDGE_LOG_PORT', 'off'],
  ['DATABASE_URL', 'mysql://127.0.0.1/x'],
  ['DATABASE_URL', 'nowhere'],
  ['REDIS_URL', 'http://127.0.0.1'],
  ['QUEUE_PREFIX', 'no-braces'],
  ['ADMIN_SECRET_KEY', '0123456789abcde'],
  ['ADMIN_SECRET_KEY', '0123456789abcdef\n'],
  ['JWT_SECRET', 'short'],
  ['ADMIN_SESSION_SECONDS', '0'],
  ['LOGIN_MAX_ATTEMPTS', '0'],
  ['LOGIN_LOCKOUT_MINUTES', 'x'],
  ['PUBLIC_URL', 'ftp://x'],
  ['TIME_ZONE', 'Mars/Olympus'],
  ['RATE_LIMIT', 'false'],
  ['LOG_LEVEL', 'loud'],
])('%s=%j is refused by name and without the value', (name, value) => {
  expect(() => loadConfig({ ...least, [name]: value })).toThrow(
    new RegExp(`wrong:\\n  ${name} must be [^\\n]+$`),
  );
  if (value.length > 5) expect(() => loadConfig({ ...least, [name]: value })).not.toThrow(value);
});
