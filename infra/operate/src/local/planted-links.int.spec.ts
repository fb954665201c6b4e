import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareNginx, reloadNginx } from './nginx.js';
import { certificateParts, refusedCounter } from './parts.js';
import { prepareRedis } from './redis.js';
import { readSettings, root, type Settings } from './settings.js';
import { removeData } from './stop-stack.js';
import { logFileOf, supervise, untilReady } from './supervise.js';
import { userOf } from './users.js';

/** nginx and Redis run as users of their own. One that was taken over leaves links where root's helpers write. */
const isRoot = process.getuid?.() === 0;
const text = 'a file of root';
let localDir: string;
let victim: string;
let settings: Settings;

/** Done as that user, who may not be allowed to any more. */
function tryAs(part: 'nginx' | 'redis', script: string): void {
  spawnSync('sh', ['-c', script], { ...userOf(part), env: { PATH: process.env['PATH'], VICTIM: victim } });
}
function expectUntouched(): void {
  expect(readFileSync(victim, 'utf8')).toBe(text);
  const { uid, gid, mode } = statSync(victim);
  expect([uid, gid, mode & 0o777]).toEqual([0, 0, 0o644]);
}
const certificate = () => join(localDir, 'own.pem');
function makePair(): void {
  const pair = ['-keyout', join(localDir, 'own.key'), '-out', certificate()];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=x',
  ];
  execFileSync('openssl', [...request, ...pair], { stdio: 'ignore' });
}

describe.skipIf(!isRoot)('where root starts them (skipped for other users: their parts are one user)', () => {
  beforeAll(async () => {
    localDir = realpathSync(mkdtempSync(join(tmpdir(), 'voordeur-links-')));
    chmodSync(localDir, 0o755);
    victim = join(localDir, 'victim');
    writeFileSync(victim, text, { mode: 0o644 });
    makePair();
    // As an earlier version left them, which gave these folders away.
    for (const part of ['nginx', 'redis'] as const) {
      const folder = join(localDir, part);
      mkdirSync(join(folder, 'include'), { recursive: true });
      const planted =
        part === 'redis'
          ? ['users.acl', 'users.acl.new']
          : ['refused.log.counted', 'include/certificate.conf'];
      for (const name of planted) symlinkSync(victim, join(folder, name));
      const { uid, gid } = userOf(part) ?? { uid: 0, gid: 0 };
      for (const made of [folder, join(folder, 'include')]) chownSync(made, uid, gid);
    }
    // The users of the parts may not be able to read the checkout.
    const release = join(localDir, 'release');
    for (const name of ['infra/operate/docker', 'nginx.conf', 'web/dist'])
      cpSync(join(root, name), join(release, name), { recursive: true });
    settings = readSettings({
      LOCAL_DIR: localDir,
      RELEASE: release,
      WEB_PORT: String(await freePort()),
      TLS_PORT: String(await freePort()),
      NGINX_STATUS_PORT: String(await freePort()),
      REDIS_PORT: String(await freePort()),
      ...{ POSTGRES_PASSWORD: 'voordeur', REDIS_PASSWORD: 'voordeur' },
      TLS_CERTIFICATE: certificate(),
      TLS_CERTIFICATE_KEY: join(localDir, 'own.key'),
    });
    mkdirSync(join(localDir, 'run'));
    const parts = [prepareRedis(settings), prepareNginx(settings), refusedCounter(settings)];
    for (const { args, ...part } of [...parts, ...certificateParts(settings)])
      // Every second in place of every ten.
      supervise(localDir, {
        ...part,
        args: args.map((arg) => arg.replace('while sleep 10;', 'while sleep 1;')),
      });
    // The site itself: there is no api behind it.
    const site = () =>
      fetch(`http://127.0.0.1:${settings.webPort}/`).then(
        () => true,
        () => false,
      );
    await untilReady(localDir, 'nginx', site);
  });
  afterAll(() => removeData(localDir));

  it('starts without writing through what was planted before', () => {
    expectUntouched();
    expect(lstatSync(join(localDir, 'redis/users.acl')).isFile()).toBe(true);
  });

  it('counts refused requests and takes a certificate without writing through what is planted', async () => {
    // nginx' own pid file names a process of root.
    const stranger = spawn('sleep', ['600']);
    const nginx = join(localDir, 'nginx');
    const log = join(nginx, existsSync(join(nginx, 'work')) ? 'work/refused.log' : 'refused.log');
    tryAs(
      'nginx',
      `cd '${nginx}'; ln -sf "$VICTIM" refused.log.counted; ln -sf "$VICTIM" work/refused.log.counted;
      cd include; for name in certificate.conf certificate.conf.new certificate.new certificate.unknown http.conf http.conf.new;
      do ln -sf "$VICTIM" $name; done`,
    );
    makePair();
    tryAs('nginx', `cd '${nginx}/work' && rm nginx.pid && echo ${stranger.pid} >nginx.pid`);
    tryAs('nginx', `echo 192.0.2.0 >>'${log}'`);
    const shown = () => readFileSync(join(nginx, 'include/certificate.pem'), 'utf8');
    await vi.waitUntil(() => shown().includes(readFileSync(certificate(), 'utf8')), { timeout: 50_000 });
    const counted = () => readFileSync(logFileOf(localDir, 'refused'), 'utf8');
    await vi.waitUntil(() => counted().includes('refused 1 requests'), { timeout: 50_000 });
    await vi.waitUntil(() => !existsSync(join(nginx, 'include/certificate.unknown')), { timeout: 50_000 });
    expectUntouched();
    expect(stranger.kill(0)).toBe(true);
    stranger.kill();
  });

  it('does not empty a file of root that the log of refused requests points to', async () => {
    const nginx = join(localDir, 'nginx');
    const work = existsSync(join(nginx, 'work')) ? join(nginx, 'work') : nginx;
    // In one step: nginx, which is perhaps still reloading, makes the file again when it's away.
    tryAs('nginx', `ln -sf "$VICTIM" '${work}/refused.log'`);
    spawnSync('sv', ['-w', '10', 'restart', join(localDir, 'run/refused')]);
    const said = () => readFileSync(logFileOf(localDir, 'refused'), 'utf8');
    await vi.waitUntil(() => said().includes('ermission denied') || readFileSync(victim, 'utf8') !== text, {
      timeout: 50_000,
    });
    expectUntouched();
    tryAs('nginx', `rm '${work}/refused.log'`);
  });

  it('reloads nginx and starts Redis again without writing through links', async () => {
    tryAs('redis', `ln -sf "$VICTIM" '${join(localDir, 'redis/users.acl')}'`);
    await reloadNginx(settings);
    prepareRedis(settings);
    expectUntouched();
    expect(lstatSync(join(localDir, 'redis/users.acl')).isFile()).toBe(true);
  });
});
