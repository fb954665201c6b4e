import { expect, it } from 'vitest';
import { judgeClock, judgeRoom, judgeVersion } from './check-machine.js';
import { checkSettings, judgeMode } from './check-settings.js';
import { judgeCertificate } from './check-site.js';
import { judgeBuild, judgeContainers, judgeMigrations } from './check-stack.js';
import { readInstallation } from './installation.js';

const now = new Date('2026-11-23T12:00:00Z');
const tomorrow = new Date('2026-11-24T13:00:00Z');
const day = 86_400_000;

it.each([
  ['is known to be right', 'yes', now, 'ok', /^synchronized/],
  ['is not synchronized', 'no', now, 'advice', /drifts/],
  ['is nobody’s business here', null, now, 'ok', /^not checked/],
  ['is before the newest commit', 'yes', tomorrow, 'broken', /before this checkout was written/],
  ['is in a folder that is no clone', 'yes', null, 'ok', /^synchronized/],
] as const)('the clock %s', (_, synchronized, committedAt, level, what) => {
  const [finding] = judgeClock(now, synchronized, committedAt);
  expect(finding).toMatchObject({ level, what: expect.stringMatching(what) as string });
});

const disk = { freeBytes: 20e9, totalBytes: 40e9, freeInodes: 9e5, totalInodes: 1e6 };
it.each([
  ['with room', {}, 'ok', /^20\.0 of 40 GB free/],
  ['of a terabyte with 6 GB', { freeBytes: 6e9, totalBytes: 1e12 }, 'ok', /free for/],
  ['that fills up', { freeBytes: 3e9 }, 'advice', /is filling up: 3\.0 of 40 GB/],
  ['that is full', { freeBytes: 2e8 }, 'broken', /is nearly full/],
  ['with few inodes', { freeInodes: 1e4 }, 'advice', /few more files: 10000 of 1000000/],
  ['that counts no inodes', { freeInodes: 0, totalInodes: 0 }, 'ok', /free for/],
])('a disk %s', (_, change, level, what) => {
  const finding = judgeRoom('/data', { ...disk, ...change });
  expect(finding).toMatchObject({ level, what: expect.stringMatching(what) as string });
});

it.each([
  ['nginx', '1.22', 'nginx version: nginx/1.22.1', 'ok', 'nginx 1.22.1'],
  ['Postgres', '15', 'postgres (PostgreSQL) 9.6.24', 'broken', 'Postgres 9.6.24 is too old.'],
  ['Redis', '7.0', null, 'broken', 'Redis is not there, or does not answer.'],
])('%s from %s on: %s', (name, least, answer, level, what) => {
  expect(judgeVersion(name, least, answer)).toMatchObject({ level, what });
});

it('tells a database that is behind from one that is ahead', () => {
  expect(judgeMigrations(['A1', 'B2'], ['A1', 'B2'])).toMatchObject([{ level: 'ok' }]);
  expect(judgeMigrations(['A1', 'B2'], ['A1'])).toMatchObject([
    { level: 'advice', what: 'The database lacks B2.', next: 'make upgrade, which migrates it.' },
  ]);
  expect(judgeMigrations(['A1'], ['A1', 'B2'])).toMatchObject([
    { level: 'advice', what: expect.stringMatching(/newer than this checkout.*: it has B2/) as string },
  ]);
});

it('names a container that is not well', () => {
  const containers = [
    { service: 'api', state: 'running', health: 'healthy' },
    { service: 'worker', state: 'running', health: 'unhealthy' },
    { service: 'nginx', state: 'restarting', health: '' },
    { service: 'migrate', state: 'exited', health: '' },
    { service: 'secrets', state: 'exited', health: '' },
  ];
  expect(judgeContainers(containers)).toMatchObject([
    { level: 'broken', what: 'A container of worker is unhealthy.', next: 'docker compose logs worker' },
    { level: 'broken', what: 'A container of nginx is restarting.' },
  ]);
});

it('tells what runs from what is checked out', () => {
  expect(judgeBuild('1.1.0', '1.1.0')).toMatchObject([{ level: 'ok' }]);
  expect(judgeBuild('1.1.0', '1.0.0')).toMatchObject([
    { level: 'advice', what: '1.0.0 runs, and 1.1.0 is checked out.' },
  ]);
  expect(judgeBuild('1.1.0', null)).toMatchObject([{ level: 'ok' }]);
});

it.each([
  [null, 60, 'ok', /valid for 60 days more/],
  [null, 5, 'advice', /expires in 5 days/],
  ['CERT_HAS_EXPIRED', -1, 'broken', /has expired/],
  ['A_REASON_OF_ITS_OWN', 60, 'broken', /is refused \(A_REASON_OF_ITS_OWN\)/],
])('a certificate refused for %s with %i days left', (refusedFor, days, level, what) => {
  const expiresAt = new Date(now.getTime() + days * day + 1_000);
  const finding = judgeCertificate('front.test', { refusedFor, expiresAt }, now);
  expect(finding).toMatchObject({ level, what: expect.stringMatching(what) as string });
});

const random = (start: string) => `${start}c41d9a7be05f83216d`;
const least = {
  ADMIN_SECRET_KEY: random('a'),
  JWT_SECRET: random('b'),
  POSTGRES_PASSWORD: random('d'),
};
const settingsFound = (change: Record<string, string>, running: Record<string, string> | null = null) => {
  const written = { ...least, ...change };
  const stack = running && { kind: 'local' as const, environment: running };
  return checkSettings(readInstallation({ kind: 'local', running: stack, written, environment: written }));
};

it('has nothing to say about good settings', () => {
  expect(settingsFound({ DKIM_SELECTOR: 's1', COMPOSE_PROJECT_NAME: 'front' })).toMatchObject([
    { level: 'ok' },
  ]);
});

it('names every setting that is wrong, by the rules of the processes', () => {
  const found = settingsFound({
    TIME_ZONE: 'Mars',
    RETENTION_RAW_DAYS: '0',
    LOGIN_MAX_ATTEMPTS: 'x',
    WEBHOOK_SETUPS_URL: 'https://a.test',
  });
  expect(found.every(({ level }) => level === 'broken')).toBe(true);
  const all = found.map(({ what }) => what).join('\n');
  for (const name of ['TIME_ZONE', 'RETENTION_RAW_DAYS', 'LOGIN_MAX_ATTEMPTS', 'WEBHOOK_SIGNING_SECRET'])
    expect(all).toMatch(new RegExp(`^${name} .+\\.$`, 'm'));
  expect(settingsFound({ WEB_PORT: 'eighty' })).toMatchObject([
    { level: 'broken', what: 'WEB_PORT must be a whole number from 1 to 65535.' },
  ]);
});

it('names a setting that nobody reads', () => {
  expect(settingsFound({ OWNER_MAIL: 'x' })).toMatchObject([
    { level: 'advice', what: 'Nothing reads OWNER_MAIL in .env.' },
  ]);
});

it('names a secret that can be guessed, or is there twice, and never says it', () => {
  const found = settingsFound({
    ADMIN_SECRET_KEY: 'voordeurvoordeur2026',
    JWT_SECRET: least.POSTGRES_PASSWORD,
  });
  expect(found).toMatchObject([
    { level: 'advice', what: 'ADMIN_SECRET_KEY can be guessed.' },
    {
      level: 'advice',
      what: expect.stringMatching(/^POSTGRES_PASSWORD is the same as another secret/) as string,
    },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/voordeur2026|c41d9a7b/);
});

it('names what was changed since the start', () => {
  const before = readInstallation({ kind: 'local', running: null, written: least, environment: least });
  const running = before.settings?.environment ?? {};
  expect(settingsFound({}, { ...running, APP_VERSION: '1.0.0' })).toMatchObject([{ level: 'ok' }]);
  expect(settingsFound({ RETENTION_IP_DAYS: '7' }, running)).toMatchObject([
    { level: 'advice', what: expect.stringContaining('RETENTION_IP_DAYS') as string },
  ]);
});

it('names an .env that others can read', () => {
  expect(judgeMode(0o100600)).toMatchObject({ level: 'ok' });
  expect(judgeMode(0o100640)).toMatchObject({ level: 'advice', next: 'chmod 600 .env' });
  expect(judgeMode(undefined)).toMatchObject({ level: 'ok', what: 'not checked: there is no .env' });
});

it('says when there is no .env', () => {
  const found = checkSettings(
    readInstallation({ kind: 'local', running: null, written: null, environment: {} }),
  );
  expect(found).toMatchObject([{ level: 'broken', next: 'make up, which writes one.' }]);
});
