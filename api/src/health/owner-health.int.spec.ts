import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupState, Effect, type EffectState } from '@voordeur/contracts/db';
import type { HealthAnswer, HealthProblem } from '@voordeur/contracts/http';
import { queueNames } from '@voordeur/contracts/jobs';
import { freePort } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { Config } from '../platform/config.js';
import { useApp, useJobs, useOwner } from '../testing/hooks.js';
import { NewestRelease } from './newest-release.js';
import { OwnCertificate } from './own-certificate.js';
import { readOwnerHealth } from './read-owner-health.js';

const test = useApp({ SITE_BUILD: tmpdir(), APP_VERSION: '1.2.3 (v1.2.3-4-gabcdef0)' });
const owner = useOwner(test);
const jobs = useJobs(test);

const hourMs = 3_600_000;
const query = (sql: string) => test.database.dataSource.query(sql);
const noteBackup = (ageMs: number) =>
  test.database.dataSource
    .getRepository(BackupState)
    .upsert({ only: true, succeededAt: new Date(Date.now() - ageMs) }, ['only']);
const read = async () => (await owner.get('/api/admin/health').expect(200)).body as HealthAnswer;
/** The disk of this machine may be full. */
const problems = async () => (await read()).problems.filter((name) => name !== 'disk-low');

beforeEach(async () => {
  await query('truncate outbox, outbox_attempts, webhook_endpoints, backup_state, calendar_sources cascade');
  await noteBackup(hourMs);
});

it('is for the owner only', async () => {
  await test.http.get('/api/admin/health').expect(401);
});

it('has nothing to name when all is well, and says its facts', async () => {
  const answer = await read();
  expect(answer).toMatchObject({
    oldestJobSeconds: 0,
    failedDeliveries: 0,
    endpointsOff: 0,
    failedNotices: 0,
    files: { count: 0, bytes: 0 },
    certificate: null,
    version: '1.2.3 (v1.2.3-4-gabcdef0)',
  });
  expect(Date.now() - Date.parse(answer.lastBackupAt ?? '')).toBeLessThan(2 * hourMs);
  expect(answer.disk?.freeBytes).toBeLessThan(answer.disk?.totalBytes ?? 0);
  expect(await problems()).toEqual([]);
});

it('counts the files that the owner uploaded, with all that is kept of them', async () => {
  await query(`insert into media (id, kind, bytes, state)
    select gen_random_uuid(), 'picture', 9, state from unnest(array['ready', 'ready', 'uploading']) as state`);
  await query(`insert into media_parts (media_id, file, start, data)
    select id, case state when 'ready' then name else '' end, 0, '\\x0000' from media, unnest(array['a.avif', 'a.webp']) as name
    where state = 'ready' or name = 'a.avif'`);
  expect((await read()).files).toEqual({ count: 2, bytes: 8 });
  await query('truncate media cascade');
});

async function plan(destination: string, type: string, state: EffectState, createdAt = new Date()) {
  await test.database.dataSource.getRepository(Effect).insert({
    id: uuidv7(),
    eventId: uuidv7(),
    kind: destination === 'smtp' ? 'mail' : 'webhook',
    destination,
    type,
    payload: {},
    occurredAt: createdAt,
    state,
    createdAt,
  });
}

describe('names', () => {
  it.each<[string, HealthProblem, () => Promise<unknown>]>([
    ['that there is no backup', 'backup-missing', () => query('truncate backup_state')],
    ['that the last one is old', 'backup-old', () => noteBackup(27 * hourMs)],
    ['deliveries that failed', 'deliveries-failed', () => plan('question', 'lead.question', 'failed')],
    [
      'a calendar that was not read for an hour',
      'calendars-old',
      () =>
        query(`insert into calendar_sources (id, kind, name, sealed_address, host, all_day_blocks, read_at)
          values (gen_random_uuid(), 'ics', 'Work', '', 'example.org', true, now() - interval '61 minutes')`),
    ],
    ['notices that failed', 'notices-failed', () => plan('smtp', 'lead-notice', 'failed')],
    [
      'an endpoint that is off',
      'endpoints-off',
      () => query(`insert into webhook_endpoints (name, off_since) values ('setups', now())`),
    ],
  ])('%s', async (_, problem, make) => {
    await make();
    expect(await problems()).toEqual([problem]);
  });

  it('nothing that still goes on, is long past or concerns a stranger', async () => {
    await plan('question', 'lead.question', 'waiting');
    await plan('smtp', 'lead-notice', 'failed', new Date(Date.now() - 8 * 24 * hourMs));
    await plan('smtp', 'confirm', 'failed');
    expect(await problems()).toEqual([]);
  });

  it('jobs that nobody takes', async () => {
    const { redisUrl, queuePrefix } = test.config;
    const queue = new Queue(queueNames.signups, { connection: { url: redisUrl }, prefix: queuePrefix });
    try {
      await queue.add('a job', {}, { timestamp: Date.now() - 300_000 });
      expect(await read()).toMatchObject({ problems: expect.arrayContaining(['jobs-waiting']) as string[] });
      expect((await read()).oldestJobSeconds).toBeGreaterThanOrEqual(300);
      await jobs.clear();
      expect(await problems()).toEqual([]);
    } finally {
      await queue.close();
    }
  });
});

it('says how long visitors can use the certificate, and that they are refused', async () => {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-health-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'certificate.pem')];
  const selfSigned = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const named = ['-days', '5', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...selfSigned, ...named, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const site = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(port);
  try {
    const config = Object.assign(new Config(), test.config, { publicUrl: `https://localhost:${port}` });
    const found = await readOwnerHealth(test.app.get(DataSource).manager, [], config, {
      certificate: new OwnCertificate(config),
      newestRelease: new NewestRelease(config),
    });
    expect(found.certificate?.daysLeft).toBe(4);
    expect(found.problems).toContain('certificate-refused');
    expect(found.problems).not.toContain('certificate-ending');
  } finally {
    site.close();
    rmSync(dir, { recursive: true });
  }
});

it('names a release that is newer than what runs', async () => {
  const releases = createPlainServer((_, response) => response.end('{"tag_name":"v1.3.0"}')).listen(0);
  try {
    const { port } = releases.address() as AddressInfo;
    const config = Object.assign(new Config(), test.config, {
      releasesUrl: `http://127.0.0.1:${port}/latest`,
    });
    expect(await new NewestRelease(config).read()).toBe('1.3.0');
    expect(await new NewestRelease(Object.assign(config, { appVersion: '1.3.0' })).read()).toBeNull();
    expect((await read()).newerVersion).toBeNull();
  } finally {
    releases.close();
  }
});
