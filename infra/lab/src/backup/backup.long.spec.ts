import 'reflect-metadata';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  SiteConfig,
  SiteSettingKey,
  SiteSettingsAnswer,
  SiteSettingsBody,
  TranslationsStateAnswer,
} from '@voordeur/contracts/http';
import { freePort } from '@voordeur/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadPersons } from '@voordeur/e2e/samples/load-persons.js';
import { siteFolders } from '@voordeur/operate/local/open-dirs.js';
import { root } from '@voordeur/operate/local/settings.js';
import { startStack } from '@voordeur/operate/local/stack.js';
import { removeData } from '@voordeur/operate/local/stop-stack.js';
import { pidOf } from '@voordeur/operate/local/supervise.js';
import { urlOf, withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { logIn } from '@voordeur/e2e/helpers/clients.js';
import { browser } from '@voordeur/e2e/helpers/post.js';
import { ownSettings } from '@voordeur/e2e/helpers/test-stack.js';
import { loadVisits } from '@voordeur/e2e/samples/load-visits.js';
import { readBackupStatus } from '@voordeur/operate/backup/backup-status.js';
import { askAs } from '../faults/owner-calls.js';
import { makeUpload, uploadWhole } from '../faults/upload-files.js';

/*
 * `make drill NAME=backup`: the whole product runs all the while, with a million visits (VISITS=…) and ten thousand leads.
 * The tests go on with what those before them have left.
 */
const settings = ownSettings('test-keep', 3, { RATE_LIMIT: 'off' });
const stack = settings.environment;
const databaseUrl = stack['DATABASE_URL'] ?? '';
const redisUrl = stack['REDIS_URL'] ?? '';
const { localDir } = settings;
const site = `http://127.0.0.1:${stack['WEB_PORT']}`;
const visits = Number(process.env['VISITS'] ?? 1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'voordeur-keep-'));
const checkout = join(folder, 'checkout');
const repository = join(folder, 'repository');
const environment = {
  ...stack,
  LOCAL_DIR: localDir,
  PATH: process.env['PATH'],
  HOME: folder,
  CHECKOUT: checkout,
  BACKUP_REPOSITORY: repository,
  BACKUP_PASSWORD: 'the password of the tests',
};
type More = Record<string, string>;

function start(program: string, more: More = {}) {
  const child = spawn(process.execPath, [join(root, 'infra/operate/dist/backup/main.js'), program], {
    cwd: root,
    env: { ...environment, ...more },
    // So that it and what it has started can be killed at once.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return {
    pid: child.pid,
    ended,
    output: () => output,
    kill: async () => {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await ended;
    },
  };
}

/** Its output; it must end with 0. */
async function run(program: string, more: More = {}): Promise<string> {
  const { code, output } = await start(program, more).ended;
  expect(output, output).toSatisfy(() => code === 0);
  process.stdout.write(output.replaceAll(/^/gm, '    '));
  return output;
}
const restore = (more: More = {}) => run('restore', { YES: '1', ...more });
const drill = (more: More = {}) => run('restore-drill', more);

const restic = (...args: string[]) =>
  execFileSync('restic', args, {
    encoding: 'utf8',
    env: { ...environment, RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: environment.BACKUP_PASSWORD },
  });

/** Counted in another way than the product does: each table's rows sorted, and all of them hashed. */
async function fingerprint(url = databaseUrl, without: string[] = []): Promise<Record<string, string>> {
  return withPostgres(url, async (db) => {
    await db.query(`set timezone = 'UTC'`);
    const { rows: tables } = await db.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'
        and table_name !~ '^visits_\\d{4}_\\d\\d$' order by 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      // Written after what it says was saved.
      if (name === 'backup_state' || without.includes(name)) continue;
      const { rows } = await db.query<{ all: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(md5(r::text), '' order by md5(r::text)), '')) as all from ${name} r`,
      );
      found[name] = rows[0]?.all ?? '';
    }
    return found;
  });
}

const query = async <Row extends object>(sql: string, url = databaseUrl) =>
  (await withPostgres(url, (db) => db.query<Row>(sql))).rows;
const databases = async () =>
  (await query<{ datname: string }>('select datname from pg_database order by 1')).map(
    ({ datname }) => datname,
  );

const post = (path: string, body: object) =>
  fetch(`${site}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': browser },
    body: JSON.stringify(body),
  });
async function accepted(path: string, body: object): Promise<string> {
  const answer = await post(path, body);
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}
const isReady = async () => (await fetch(`${site}/api/health/ready`)).ok;

let before: Record<string, string>;
/** `fingerprint` once a worker has built the figures of all days and noted the owner's logins, which it does in its own time. */
async function fingerprintAtRest(): Promise<Record<string, string>> {
  const underWay = 'select from changed_days union all select from security_events where not reported';
  const isAtRest = async () => (await query(underWay)).length === 0;
  await vi.waitUntil(isAtRest, { timeout: 120_000, interval: 200 });
  return fingerprint();
}
const damage = () =>
  query(`truncate outbox cascade; delete from leads where email like '%1%'; truncate visits, days`);

beforeAll(async () => {
  await removeData(localDir);
  await startStack(settings);
  mkdirSync(join(checkout, 'web/public'), { recursive: true });
  writeFileSync(join(checkout, '.env'), 'JWT_SECRET=of-before\n');
  writeFileSync(join(checkout, 'web/public/terms-en.pdf'), 'terms');
  const days = 400;
  await loadVisits(databaseUrl, Array<number>(days).fill(visits / days));
  await query(loadPersons(visits / 100));
  await query('vacuum analyze');
  before = await fingerprintAtRest();
});
afterAll(async () => {
  await removeData(localDir);
  rmSync(folder, { recursive: true });
});

it('backs everything up, encrypted, and says when', async () => {
  const output = await run('backup');
  expect(output).toContain(
    `${visits.toLocaleString('en')} visits, ${(visits / 100).toLocaleString('en')} leads`,
  );
  const { succeededAt, sizeBytes, checkedAt, isOnSameDisk } = readBackupStatus(localDir);
  expect(Date.now() - Date.parse(succeededAt ?? '')).toBeLessThan(600_000);
  expect(checkedAt).toBeDefined();
  const [row] = await query<{ at: Date }>('select succeeded_at as at from backup_state');
  expect(row?.at.toISOString()).toBe(succeededAt);
  expect(output.includes('SAME DISK')).toBe(isOnSameDisk);
  const metrics = readFileSync(join(localDir, 'metrics/voordeur_backup.prom'), 'utf8');
  expect(metrics).toContain(`voordeur_backup_size_bytes ${sizeBytes}`);
  expect(metrics).toMatch(/^voordeur_backup_last_success_timestamp_seconds 1\d{9}/m);
  // No word of it can be read.
  expect(spawnSync('grep', ['-rqaE', 'person.1@example|of-before', repository]).status).toBe(1);
});

it('restores all of a damaged database while the product runs', async () => {
  await damage();
  expect(await fingerprint()).not.toEqual(before);
  await restore();
  expect(await fingerprint()).toEqual(before);
  expect(await databases()).toContain('voordeur_replaced');
  await vi.waitUntil(isReady, { timeout: 30_000 });
});

/** Sets a price, another document and a headline, and waits until the pages have them. Resolves to the document. */
async function changeSite(word: string) {
  const ask = askAs(site, await logIn(site, stack['ADMIN_SECRET_KEY']));
  const { path, bytes } = makeUpload();
  expect(await uploadWhole(ask, 'document', bytes)).toMatchObject({ state: 'ready', path });
  const answer = await ask<SiteSettingsAnswer>('site');
  const old = (key: SiteSettingKey) => answer?.settings.find((setting) => setting.key === key)?.value;
  const documents = { ...(old('documents') as SiteConfig['documents']), terms: { en: path } };
  const changes: SiteSettingsBody['changes'] = [
    { key: 'price', value: { en: `Price ${word}` }, writtenOver: old('price') },
    { key: 'documents', value: documents, writtenOver: old('documents') },
  ];
  expect(await ask('site', 'PUT', { changes })).not.toBeNull();
  const text = { key: 'home.hero.headline', language: 'en', value: `Headline ${word}` };
  expect(await ask('translations', 'PUT', text)).not.toBeNull();
  const isRendered = async () =>
    (await ask<TranslationsStateAnswer>('translations/state'))?.pages.status === 'current';
  await vi.waitUntil(isRendered, { timeout: 60_000, interval: 200 });
  return { path, bytes };
}

it('brings back settings, files and texts of one moment, and the pages have them', async () => {
  const isShown = async (word: string, path: string) => {
    const pages = ['/en', '/legal'].map(async (page) => (await fetch(site + page)).text());
    const html = (await Promise.all(pages)).join('');
    return [`Price ${word}`, `Headline ${word}`, path].every((part) => html.includes(part));
  };
  const first = await changeSite('one');
  expect(await isShown('one', first.path)).toBe(true);
  await run('backup');
  const second = await changeSite('two');
  expect(await isShown('two', second.path)).toBe(true);
  // As on another machine, where no file is yet.
  rmSync(join(siteFolders(settings).renderedPages, 'files'), { recursive: true });
  await restore();
  await vi.waitUntil(() => isShown('one', first.path), { timeout: 60_000, interval: 200 });
  const served = await fetch(site + first.path);
  expect(served.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await served.arrayBuffer()).equals(first.bytes)).toBe(true);
  expect((await fetch(site + second.path)).status).toBe(404);
});

it('says how long a restore takes, and leaves nothing behind', async () => {
  const there = await databases();
  expect(await drill()).toMatch(/visits +\d[\d,]+, equal[^]*The backup can be restored: \d/);
  expect(await databases()).toEqual(there);
  expect(existsSync(join(localDir, 'keep'))).toBe(false);
});

it('loses nothing that was accepted and not yet stored when the backup was made', async () => {
  const workers = [pidOf(localDir, 'worker-1') ?? 0];
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  const [visit, lead, unsubscribe] = [
    await accepted('visit', { page: '/learn?utm_source=caf\u00e9' }),
    await accepted('setups-inquiry', {
      email: 'waiting@example.org',
      idea: 'What waits',
      language: 'ENG',
      timestamp: new Date().toISOString(),
    }),
    await accepted('unsubscribe', { email: 'gone@example.org' }),
  ];
  expect(await run('backup')).toContain('3 waiting jobs');
  // The disk fails, and Redis with it.
  const redis = new Redis(redisUrl);
  await redis.flushall();
  redis.disconnect();
  await damage();
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  await restore();
  const stored = () =>
    query<{ id: string }>(
      `select id from visits where id = '${visit}' union all select id from leads where id = '${lead}'
      union all select id from suppressions where id = '${unsubscribe}'`,
    );
  await vi.waitUntil(async () => (await stored()).length === 3, { timeout: 60_000, interval: 200 });
  await restore();
  await vi.waitUntil(async () => (await stored()).length === 3, { timeout: 60_000, interval: 200 });
  expect(
    (await query<{ n: string }>(`select count(*) as n from leads where email = 'waiting@example.org'`))[0]?.n,
  ).toBe('1');
});

it('is not stopped by a backup that was killed', async () => {
  before = await fingerprintAtRest();
  const workFolder = join(localDir, 'keep');
  const isThere = (file: string) => () => existsSync(join(workFolder, file));
  // While pg_dump writes, and while restic reads.
  for (const file of ['dump/toc.dat', 'manifest.json']) {
    const backup = start('backup');
    await vi.waitUntil(isThere(file), { timeout: 120_000, interval: 5 });
    await backup.kill();
    expect(existsSync(workFolder)).toBe(true);
  }
  await run('backup');
  expect(restic('list', 'locks')).toBe('');
  expect(existsSync(workFolder)).toBe(false);
  await drill();
});

it('leaves the product as it was when a restore is killed, wherever it is', async () => {
  for (const at of ['[1/5]', '[2/5]', '[3/5]', '[4/5]']) {
    const killed = start('restore', { YES: '1', SNAPSHOT: 'latest' });
    await vi.waitUntil(() => killed.output().includes(at), { timeout: 120_000, interval: 5 });
    await killed.kill();
    await vi.waitUntil(isReady, { timeout: 30_000 });
    expect(await fingerprint()).toEqual(before);
  }
  const interrupted = start('restore', { YES: '1' });
  await vi.waitUntil(() => interrupted.output().includes('[2/5]'), { timeout: 120_000, interval: 5 });
  process.kill(-(interrupted.pid ?? 0), 'SIGINT');
  expect((await interrupted.ended).code).toBe(1);
  expect(await databases()).not.toContain('voordeur_restore');
  await restore();
  expect(await fingerprint()).toEqual(before);
});

it('puts back the files that are missing, and puts those that differ next to yours', async () => {
  rmSync(join(checkout, 'web'), { recursive: true });
  writeFileSync(join(checkout, '.env'), 'JWT_SECRET=of-today\n');
  expect(await restore()).toContain('.env');
  expect(readFileSync(join(checkout, 'web/public/terms-en.pdf'), 'utf8')).toBe('terms');
  expect(readFileSync(join(checkout, '.env'), 'utf8')).toContain('of-today');
  expect(readFileSync(join(localDir, 'restored/.env'), 'utf8')).toContain('of-before');
});

it.each([
  ['backup', { BACKUP_PASSWORD: 'another' }, 'BACKUP_PASSWORD does not open'],
  ['restore', { BACKUP_PASSWORD: 'another' }, 'BACKUP_PASSWORD does not open'],
  ['restore', { BACKUP_REPOSITORY: '/nowhere' }, 'There is no backup in /nowhere'],
  ['restore', { SNAPSHOT: 'abcdef12' }, 'There is no snapshot abcdef12'],
  ['restore', { YES: '' }, 'Nothing was changed'],
  ['backup', { BACKUP_KEEP_DAILY: 'seven' }, 'BACKUP_KEEP_DAILY'],
  ['restore', { TIME_ZONE: 'Asia/Tokyo', YES: '1' }, 'TIME_ZONE=Europe/Amsterdam'],
])('%s with %o says what to do', async (program, more, sentence) => {
  const { code, output } = await start(program, more).ended;
  expect(code).toBe(1);
  expect(output).toContain(sentence);
  expect(output).toContain('What to do: ');
});

it('keeps one of each day, week and month', async () => {
  const ago = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 28, 32, 40, 50, 60, 70, 80, 90];
  const days = ago.map((days) => new Date(Date.now() - days * 86_400_000));
  for (const day of days) {
    const time = `${day.toISOString().slice(0, 10)} 12:00:00`;
    restic('backup', '--host', 'voordeur', '--tag', 'voordeur', '--time', time, join(checkout, '.env'));
  }
  const keep = { BACKUP_KEEP_DAILY: '5', BACKUP_KEEP_WEEKLY: '3', BACKUP_KEEP_MONTHLY: '2' };
  await run('backup', keep);
  const times = restic('snapshots', '--json');
  const kept = new Set((JSON.parse(times) as { time: string }[]).map(({ time }) => time.slice(0, 10)));
  // Today and the four days before, and at most three weeks and two months.
  const recent = [0, 1, 2, 3, 4].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  expect([...kept]).toEqual(expect.arrayContaining(recent));
  expect(kept.size).toBeLessThanOrEqual(5 + 3 + 2);
  await drill();
});

it('backs up to a server that speaks S3, and restores from it', async () => {
  const port = await freePort();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    ...subject,
  ];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  // Without TLS a client signs what it sends piece by piece, which this server doesn't understand.
  const program = `
    const S3rver = require(${JSON.stringify(join(root, '.local/s3rver/node_modules/s3rver'))});
    const { readFileSync } = require('node:fs');
    new S3rver({
      ...{ address: '127.0.0.1', port: ${port}, directory: ${JSON.stringify(join(folder, 's3'))}, silent: true },
      ...{ key: readFileSync('${key}'), cert: readFileSync('${certificate}') },
      configureBuckets: [{ name: 'backups' }],
    }).run().then(() => console.log('listening'));`;
  const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const s3 = {
    BACKUP_REPOSITORY: `s3:https://127.0.0.1:${port}/backups`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_DEFAULT_REGION: 'us-east-1',
    SSL_CERT_FILE: certificate,
  };
  try {
    await once(server.stdout, 'data');
    expect(await run('backup', s3)).not.toContain('SAME DISK');
    expect(await run('list-backups', s3)).toContain('1 snapshot in s3:');
    await damage();
    await restore(s3);
    expect(await fingerprint()).toEqual(before);
    const wrong = await start('restore', { ...s3, BACKUP_REPOSITORY: `${s3.BACKUP_REPOSITORY}-of-another` })
      .ended;
    expect(wrong.output).toContain('There is no backup in s3:');
  } finally {
    server.kill();
  }
});

const elsewhere = urlOf(databaseUrl, 'elsewhere');
const there = {
  DATABASE_URL: elsewhere,
  LOCAL_DIR: join(folder, 'elsewhere'),
  // The server there is not ours to start.
  POSTGRES_PORT: '1',
  QUEUE_PREFIX: '{elsewhere}',
};
const ofOneInstallation = [
  'admin_key',
  'admin_sessions',
  'api_keys',
  'changed_days',
  'day_salts',
  'login_failures',
  'migrations',
  'packed_sessions',
  'second_factor',
  'security_events',
  'shared_links',
  'verified_days',
  'webhook_endpoints',
  'wrong_codes',
];

/** `input` and `output` are files. */
function pass(program: string, { input = '/dev/null', output = '/dev/null' }, more: More = {}) {
  const [read, write] = [openSync(input, 'r'), openSync(output, 'w')];
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'infra/operate/dist/backup/main.js'), program],
    {
      cwd: root,
      env: { ...environment, ...more },
      encoding: 'utf8',
      stdio: [read, write, 'pipe'],
    },
  );
  for (const file of [read, write]) closeSync(file);
  return { code: status, output: stderr + (output.endsWith('.gz') ? '' : readFileSync(output, 'utf8')) };
}
function exportTo(file: string, more: More = {}): void {
  const { code, output } = pass('export', { output: file }, more);
  expect(output).toContain('personal data');
  expect(code).toBe(0);
  process.stdout.write(`    ${output}`);
}
const importFrom = (file: string, more: More = {}) =>
  pass('import', { input: file, output: join(folder, 'import.log') }, { ...there, ...more });
function unpack(archive: string): string {
  const into = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['--extract', '--gzip', '--file', archive, '--directory', into]);
  return into;
}

it('brings everything to an empty installation by an export, and exports the same again', async () => {
  const archive = join(folder, 'first.tar.gz');
  exportTo(archive);
  const expected = await fingerprint(databaseUrl, ofOneInstallation);

  await query('create database elsewhere');
  execFileSync(process.execPath, ['worker/dist/migrate.js'], {
    cwd: root,
    env: { ...environment, ...there },
  });
  mkdirSync(there.LOCAL_DIR);
  const imported = importFrom(archive);
  process.stdout.write(`    ${imported.output}`);
  expect(imported.code).toBe(0);
  expect(await fingerprint(elsewhere, ofOneInstallation)).toEqual(expected);

  const again = join(folder, 'second.tar.gz');
  exportTo(again, there);
  const [first, second] = [unpack(archive), unpack(again)].map((unpacked) => join(unpacked, 'tables'));
  expect(
    spawnSync('diff', ['--recursive', '--brief', first ?? '', second ?? ''], { encoding: 'utf8' }).stdout,
  ).toBe('');
  expect(readdirSync(first ?? '')).not.toContain('day_salts.csv');

  expect(importFrom(archive)).toMatchObject({
    code: 0,
    output: expect.stringContaining('here already') as string,
  });
  expect(await fingerprint(elsewhere, ofOneInstallation)).toEqual(expected);
  expect(await databases()).not.toContain('elsewhere_replaced');
});

it('does not import over other data, nor what is newer', async () => {
  const archive = join(folder, 'first.tar.gz');
  await query(`delete from leads where email = 'person.1@example.org'`, elsewhere);
  const changed = await fingerprint(elsewhere);
  expect(importFrom(archive)).toMatchObject({
    code: 1,
    output: expect.stringContaining('other data') as string,
  });

  const unpacked = unpack(archive);
  const file = join(unpacked, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { migrations: string[] };
  manifest.migrations.push('OfTheFuture1900000000000');
  writeFileSync(file, JSON.stringify(manifest));
  const newer = join(folder, 'newer.tar.gz');
  execFileSync('tar', ['--create', '--gzip', '--file', newer, '--directory', unpacked, '.']);
  expect(importFrom(newer)).toMatchObject({
    code: 1,
    output: expect.stringContaining('a newer version of Voordeur') as string,
  });
  expect(await fingerprint(elsewhere)).toEqual(changed);
});

it('imports an export of an older version, and brings it to this one', async () => {
  const expected = await fingerprint(elsewhere, ofOneInstallation);
  await query('alter table calendar drop column feed', elsewhere);
  const newest = `delete from migrations where id = (select max(id) from migrations) returning name`;
  expect(await query(newest, elsewhere)).toEqual([{ name: 'OfferFeed1764552500000' }]);
  const older = join(folder, 'older.tar.gz');
  exportTo(older, there);
  await query('drop database elsewhere with (force)');
  await query('create database elsewhere');
  execFileSync(process.execPath, ['worker/dist/migrate.js'], {
    cwd: root,
    env: { ...environment, ...there },
  });
  expect(importFrom(older)).toMatchObject({ code: 0 });
  expect(await fingerprint(elsewhere, ofOneInstallation)).toEqual(expected);
});
