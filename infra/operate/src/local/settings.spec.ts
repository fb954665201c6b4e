import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultsOfDomain, type Environment, environmentOf, readSettings, root } from './settings.js';

const least = { POSTGRES_PASSWORD: 'secret' };

describe('readSettings', () => {
  it('derives the addresses of the servers it starts', () => {
    const settings = readSettings({ POSTGRES_PASSWORD: 'a/b', POSTGRES_PORT: '1234', REDIS_PORT: '1235' });
    expect(settings).toMatchObject({
      databaseUrl: 'postgres://voordeur:a%2Fb@127.0.0.1:1234/voordeur',
      redisUrl: 'redis://127.0.0.1:1235',
      ownPostgres: true,
      ownRedis: true,
    });
    expect(settings.environment).toMatchObject({
      DATABASE_URL: settings.databaseUrl,
      REDIS_URL: settings.redisUrl,
    });
  });

  it('lets each program log in as itself, to the servers that it starts', () => {
    const passwords = {
      POSTGRES_API_PASSWORD: 'a',
      POSTGRES_WORKER_PASSWORD: 'w',
      POSTGRES_MONITOR_PASSWORD: 'm',
    };
    const ofRedis = { REDIS_PASSWORD: 'r', REDIS_API_PASSWORD: 'ra', REDIS_WORKER_PASSWORD: 'rw' };
    const given = { ...least, ...passwords, ...ofRedis };
    expect(readSettings(given).environment).toMatchObject({
      DATABASE_URL: 'postgres://voordeur:secret@127.0.0.1:15432/voordeur',
      API_DATABASE_URL: 'postgres://voordeur_api:a@127.0.0.1:15432/voordeur',
      WORKER_DATABASE_URL: 'postgres://voordeur_worker:w@127.0.0.1:15432/voordeur',
      MONITOR_DATABASE_URL: 'postgres://voordeur_monitor:m@127.0.0.1:15432/voordeur',
      REDIS_URL: 'redis://:r@127.0.0.1:16379',
      API_REDIS_URL: 'redis://voordeur_api:ra@127.0.0.1:16379',
      WORKER_REDIS_URL: 'redis://voordeur_worker:rw@127.0.0.1:16379',
    });
    const theirs = {
      DATABASE_URL: 'postgres://u:p@db.example.org/site',
      REDIS_URL: 'redis://cache.example.org',
    };
    expect(readSettings({ ...given, ...theirs }).environment).toMatchObject({
      API_DATABASE_URL: theirs.DATABASE_URL,
      WORKER_REDIS_URL: theirs.REDIS_URL,
    });
  });

  it("gives no program what is another's", () => {
    const secrets = {
      ...least,
      ADMIN_SECRET_KEY: 'the key',
      BACKUP_PASSWORD: 'of the backups',
      AWS_SECRET_ACCESS_KEY: 'of the bucket',
      WEBHOOK_SIGNING_SECRET: 'of the webhooks',
      SMTP_URL: 'smtp://of-the-mail',
      POSTGRES_API_PASSWORD: 'of-the-api',
      POSTGRES_WORKER_PASSWORD: 'of-the-worker',
      REDIS_PASSWORD: 'of-redis',
      REDIS_API_PASSWORD: 'of-the-api',
      REDIS_WORKER_PASSWORD: 'of-the-worker',
    };
    const { environment } = readSettings(secrets);
    const api = JSON.stringify(environmentOf('api', environment));
    expect(api).toMatch(/voordeur_api:of-the-api@.*voordeur_api:of-the-api@/);
    expect(api).toContain('the key');
    expect(api).toContain('"SMTP_URL":"set"');
    expect(api).not.toMatch(
      /secret@|of-the-worker|of-redis|of the backups|of the bucket|of the webhooks|of-the-mail/,
    );
    const worker = JSON.stringify(environmentOf('worker', environment));
    expect(worker).toMatch(/voordeur_worker:of-the-worker@.*voordeur_worker:of-the-worker@/);
    expect(worker).not.toMatch(/secret@|of-the-api|of-redis|of the backups|of the bucket|the key/);
  });

  it('starts no server where the owner names one', () => {
    const theirs = {
      DATABASE_URL: 'postgres://u:p@db.example.org/site',
      REDIS_URL: 'redis://cache.example.org',
    };
    expect(readSettings(theirs)).toMatchObject({
      ownPostgres: false,
      ownRedis: false,
      ...{ databaseUrl: theirs.DATABASE_URL },
    });
  });

  it('still starts its own for another database on it', () => {
    const databaseUrl = 'postgres://voordeur:secret@127.0.0.1:15432/another';
    expect(readSettings({ ...least, DATABASE_URL: databaseUrl })).toMatchObject({
      databaseUrl,
      ownPostgres: true,
    });
  });

  it('takes an empty setting for an absent one', () => {
    const settings = readSettings({ ...least, WEB_PORT: '', TRUSTED_PROXIES: '' });
    expect(settings.webPort).toBe(8080);
    expect(settings.environment).not.toHaveProperty('TRUSTED_PROXIES');
  });

  it('lets the public address follow the port', () => {
    expect(readSettings({ ...least, WEB_PORT: '9000' }).environment['PUBLIC_URL']).toBe(
      'http://localhost:9000',
    );
    const given = { ...least, PUBLIC_URL: 'https://example.org' };
    expect(readSettings(given).environment['PUBLIC_URL']).toBe('https://example.org');
  });

  it.each([
    [{ ...least, WEB_PORT: 'eighty' }, /WEB_PORT/],
    [{ ...least, API: '0' }, /API/],
    [{ ...least, REDIS_PORT: '70000' }, /REDIS_PORT/],
    [{}, /POSTGRES_PASSWORD/],
  ])('refuses %o', (given, sentence) => {
    expect(() => readSettings(given)).toThrow(sentence);
  });
});

it.each([
  [{ DOMAIN: 'front.test' }, ['https://front.test', '0.0.0.0', '80', '443']],
  [
    { DOMAIN: 'front.test', WEB_HOST: '127.0.0.1', WEB_PORT: '8080' },
    ['https://front.test', '127.0.0.1', '8080', '443'],
  ],
])('%j changes the defaults of others, for scripts too', (given, expected) => {
  const names = ['PUBLIC_URL', 'WEB_HOST', 'WEB_PORT', 'TLS_PORT'];
  // Whatever stands in the .env of this checkout.
  const unset = Object.fromEntries(names.map((name) => [name, undefined]));
  const read = names.map((name) =>
    execFileSync(process.execPath, [join(root, 'infra/operate/scripts/read-setting.mjs'), name], {
      cwd: tmpdir(),
      env: { ...process.env, ...unset, ...given },
      encoding: 'utf8',
    }).trim(),
  );
  expect(read).toEqual(expected);
  const environment: Environment = { ...defaultsOfDomain(given), ...given };
  expect(names.map((name) => environment[name])).toEqual(expected);
});
