import { expect, it } from 'vitest';
import { judgeClock, judgeRoom, judgeVersion } from './check-machine.js';
import { checkSettings, judgeMode } from './check-settings.js';
import { judgeCertificate } from './check-site.js';
import { judgeMigrations } from './check-stack.js';
import { readInstallation } from './installation.js';

const now = new Date('2026-11-23T12:00:00Z');
const tomorrow = new Date('2026-11-24T13:00:00Z');
const saying = (what: RegExp) => expect.stringMatching(what) as string;

it.each([
  ['is known to be right', 'yes', now, 'ok', /^synchronized/],
  ['is not synchronized', 'no', now, 'advice', /drifts/],
  ['is nobody’s business here', null, now, 'ok', /^not checked/],
  ['is before the newest commit', 'yes', tomorrow, 'broken', /before this checkout was written/],
  ['is in a folder that is no clone', 'yes', null, 'ok', /^synchronized/],
] as const)('the clock %s', (_, synchronized, committedAt, level, what) => {
  expect(judgeClock(now, synchronized, committedAt)).toMatchObject({ level, what: saying(what) });
});

const disk = { bavail: 20e6, blocks: 40e6, bsize: 1_000, ffree: 9e5, files: 1e6 };
it.each([
  ['with room', {}, 'ok', /^20\.0 of 40 GB free/],
  ['of a terabyte with 6 GB', { bavail: 6e6, blocks: 1e9 }, 'ok', /free for/],
  ['that fills up', { bavail: 3e6 }, 'advice', /is filling up: 3\.0 of 40 GB/],
  ['that is full', { bavail: 2e5 }, 'broken', /is nearly full/],
  ['with few inodes', { ffree: 1e4 }, 'advice', /few more files: 10000 of 1000000/],
  ['that counts no inodes', { ffree: 0, files: 0 }, 'ok', /free for/],
])('a disk %s', (_, change, level, what) => {
  expect(judgeRoom('/data', { ...disk, ...change })).toMatchObject({ level, what: saying(what) });
});

it.each([
  ['nginx', '1.22', 'nginx version: nginx/1.22.1', 'ok', 'nginx 1.22.1'],
  ['Postgres', '15', 'postgres (PostgreSQL) 9.6.24', 'broken', 'Postgres 9.6.24 is too old.'],
  ['Redis', '7.0', null, 'broken', 'Redis is not there, or does not answer.'],
])('%s from %s on: %s', (name, least, answer, level, what) => {
  expect(judgeVersion(name, least, answer)).toMatchObject({ level, what });
});

it.each([
  ['up to date', ['A1', 'B2'], ['A1', 'B2'], 'ok', /^all 2 are done/],
  ['behind', ['A1', 'B2'], ['A1'], 'advice', /^The database lacks B2\./],
  ['ahead', ['A1'], ['A1', 'B2'], 'advice', /newer than this checkout.*: it has B2/],
])('a database that is %s', (_, known, done, level, what) => {
  expect(judgeMigrations(known, done)).toMatchObject({ level, what: saying(what) });
});

it.each([
  [null, 60, 'ok', /valid for 60 days more/],
  [null, 5, 'advice', /expires in 5 days/],
  [null, -2, 'broken', /has expired/],
  ['CERT_HAS_EXPIRED', -1, 'broken', /has expired/],
  ['A_REASON_OF_ITS_OWN', 60, 'broken', /is refused \(A_REASON_OF_ITS_OWN\)/],
])('a certificate refused for %s with %i days left', (refusedFor, days, level, what) => {
  const expiresAt = new Date(now.getTime() + days * 86_400_000 + 1_000);
  const finding = judgeCertificate('TLS_CERTIFICATE', { refusedFor, expiresAt }, now);
  expect(finding).toMatchObject({ level, what: saying(what) });
});

const random = (start: string) => `${start}c41d9a7be05f83216d`;
const least = {
  ADMIN_SECRET_KEY: random('a'),
  JWT_SECRET: random('b'),
  POSTGRES_PASSWORD: random('d'),
};
const read = (written: Record<string, string>, running: Record<string, string | undefined> | null = null) =>
  readInstallation({
    ...{ kind: 'local', written, environment: written },
    running: running && { kind: 'local', environment: running },
  });
const good = { ...least, DKIM_SELECTOR: 's1', COMPOSE_PROJECT_NAME: 'front', LOCAL_DIR: '/data' };
const weak = { ADMIN_SECRET_KEY: 'voordeurvoordeur2026', JWT_SECRET: least.POSTGRES_PASSWORD };
const refused = { TIME_ZONE: 'Mars', LOGIN_MAX_ATTEMPTS: 'x', WEBHOOK_SETUPS_URL: 'https://a.test' };
const started = { ...read(good).settings?.environment, APP_VERSION: '1.0.0' };

it.each([
  ['that are good', {}, [/^ok: all known/]],
  ['that what runs has too', {}, [/^ok: all known/], started],
  ['changed since the start', { IP_PRIVACY: 'full' }, [/^advice: .*value of IP_PRIVACY than/], started],
  ['that nobody reads', { OWNER_MAIL: 'x' }, [/^advice: Nothing reads OWNER_MAIL in \.env\./]],
  ['that are no numbers', { WEB_PORT: 'eighty' }, [/^broken: WEB_PORT must be a whole number/]],
  ['the processes refuse', refused, [/^broken: TIME_ZONE .+\.$/, /LOGIN_MAX_A/, /WEBHOOK_SIGNING_SECRET/]],
  ['that are weak', weak, [/^advice: ADMIN_SECRET_KEY can be gu/, /POSTGRES_PASSWORD is the same as/]],
])('names settings %s, and never says a secret', (_, change, expected, running?: typeof started) => {
  const found = checkSettings(read({ ...good, ...change }, running));
  const lines = found.map(({ level, what }) => `${level}: ${what}`);
  expect(lines).toEqual(expected.map(saying));
  expect(lines.join()).not.toMatch(/voordeur2026|c41d9a7b/);
});

it('says when there is no .env, and when others can read it', () => {
  const none = readInstallation({ kind: 'local', running: null, written: null, environment: {} });
  expect(checkSettings(none)).toMatchObject([{ level: 'broken', next: 'make up, which writes one.' }]);
  expect(judgeMode(undefined)).toMatchObject({ level: 'ok', what: 'not checked: there is no .env' });
  expect(judgeMode(0o100600)).toMatchObject({ level: 'ok' });
  expect(judgeMode(0o100640)).toMatchObject({ level: 'advice', next: 'chmod 600 .env' });
});
