import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { type ServedCertificate, readServedCertificate } from '@voordeur/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from '@voordeur/operate/doctor/checks.js';
import { readInstallation } from '@voordeur/operate/doctor/installation.js';
import { root } from '@voordeur/operate/local/settings.js';
import { startStack } from '@voordeur/operate/local/stack.js';
import { removeData } from '@voordeur/operate/local/stop-stack.js';
import { pidOf } from '@voordeur/operate/local/supervise.js';
import { testSettings } from '../helpers/test-stack.js';
import { until } from '@voordeur/operate/local/until.js';
import { startPebble } from './pebble.js';

/*
 * `make drill NAME=tls`: the whole product as `make up` brings it up with DOMAIN, as local processes or, with KIND=compose,
 * in containers.
 */
const kind = process.env['KIND'] === 'compose' ? 'compose' : 'local';
const domain = 'front.test';
const firstPort = 28_500;
const [webPort, tlsPort] = [firstPort, firstPort + 1];
const port = (index: number) => String(firstPort + index);
const validSeconds = 60;
const origin = `https://${domain}:${tlsPort}`;
const addresses: Record<string, string> = {};
const checkout = join(root, '.local/test-tls');
// For what make doctor asks the containers.
process.env['COMPOSE_PROJECT_NAME'] ??= 'voordeur-test-tls';
process.env['COMPOSE_ENV_FILES'] = join(checkout, '.env');
let pebble: Awaited<ReturnType<typeof startPebble>>;

const given = () => ({
  DOMAIN: domain,
  ACME_EMAIL: 'me@front.test',
  PUBLIC_URL: origin,
  WEB_HOST: '127.0.0.1',
  WEB_PORT: String(webPort),
  TLS_PORT: String(tlsPort),
  BACKUP_AT: 'off',
  ...pebble.settings,
});
const local = () =>
  testSettings({
    ...given(),
    LOCAL_DIR: checkout,
    ...{ NGINX_STATUS_PORT: port(4), API_PORT: port(5), WORKER_PORT: port(6), POSTGRES_PORT: port(7) },
    ...{ REDIS_PORT: port(8), EDGE_LOG_PORT: port(9) },
  });
const environment = () => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  COMPOSE_PROJECT_NAME: process.env['COMPOSE_PROJECT_NAME'],
  ...given(),
});
/** Runs a script of infra/operate/scripts and resolves to its output. Asynchronous, because pebble asks for names here meanwhile. */
async function run(folder: string, script: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const { stdout } = await promisify(execFile)(join(folder, 'infra/operate/scripts', script), args, {
    cwd: folder,
    env,
  });
  process.stdout.write(stdout);
  return stdout;
}
const compose = (...args: string[]) =>
  execFileSync('docker', ['compose', ...args], {
    cwd: checkout,
    env: { ...environment(), COMPOSE_PROFILES: 'tls' },
    encoding: 'utf8',
  });
const inContainer = (service: string, script: string) =>
  compose('exec', '-T', service, 'sh', '-c', script).trim();

/** Brings it up, and what the end of make up says of the certificate. */
async function up(): Promise<string> {
  if (kind === 'compose') return run(checkout, 'up-compose.sh', environment());
  const since = new Date().toISOString();
  await startStack(local());
  const env = { ...process.env, ...given() };
  return run(root, 'say-certificate.sh', env, since, 'cat', join(checkout, 'certificates/status'));
}

async function stop(): Promise<void> {
  if (kind === 'local') await removeData(checkout);
  else compose('down', '--volumes', '--remove-orphans');
}

beforeAll(async () => {
  // Containers reach this machine at the address that it has on their bridge.
  const gateway = ['network', 'inspect', 'bridge', '--format', '{{(index .IPAM.Config 0).Gateway}}'];
  const bridge = () => execFileSync('docker', gateway, { encoding: 'utf8' }).trim();
  pebble = await startPebble({
    addresses,
    port: firstPort + 2,
    managementPort: firstPort + 3,
    httpPort: webPort,
    validSeconds,
    hosts: ['127.0.0.1', ...(kind === 'compose' ? [bridge()] : [])],
  });
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(checkout, { recursive: true });
  if (kind === 'local') return;
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const archive = execFileSync('tar', ['-cf', '-', '-T', '-'], { cwd: root, input: listed, maxBuffer: 1e9 });
  execFileSync('tar', ['-xf', '-'], { cwd: checkout, input: archive });
  execFileSync(process.execPath, ['infra/operate/scripts/write-env.mjs'], { cwd: checkout });
  await stop();
});
afterAll(async () => {
  await stop();
  rmSync(checkout, { recursive: true, force: true });
  await pebble.close();
});

const served = (): Promise<ServedCertificate> =>
  readServedCertificate({ host: domain, port: tlsPort, address: '127.0.0.1', authorities: [pebble.root] });
const isAccepted = async () => (await served()).refusedFor === null;
const within = (seconds: number) => ({ withinMs: seconds * 1_000, everyMs: 500 });
const plain = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${webPort}${path}`, { method, redirect: 'manual' });
const overTls = (path: string) =>
  new Promise<{ status: number; hsts: unknown; altSvc: unknown }>((done, failed) => {
    const options = { host: '127.0.0.1', port: tlsPort, servername: domain, ca: pebble.root, agent: false };
    request({ ...options, path, headers: { host: `${domain}:${tlsPort}` } }, (answer) => {
      answer.resume();
      const { 'strict-transport-security': hsts, 'alt-svc': altSvc } = answer.headers;
      done({ status: answer.statusCode ?? 0, hsts, altSvc });
    })
      .on('error', failed)
      .end();
  });
/** The findings of make doctor. */
const findings = async () => {
  const installation = readInstallation({
    kind: 'local',
    running: null,
    written: null,
    environment: local().environment,
  });
  const found = await runChecks(
    { ...installation, kind, resolver: pebble.resolver, authorities: [pebble.root] },
    ['tls'],
  );
  return found.map(({ what }) => what).join('\n');
};
/** Changes when nginx is started again, and not when it's reloaded (proc(5): when the process began). */
const startOfNginx = () =>
  kind === 'local' ? pidOf(checkout, 'nginx') : inContainer('nginx', "cut -d ' ' -f 22 /proc/1/stat");

describe(`TLS with ${kind === 'local' ? 'local processes' : 'containers'}`, () => {
  it('is up without a certificate while the DNS does not lead here, and says why', async () => {
    expect(await up()).toMatch(
      /No certificate: front\.test has no address in the DNS.*\n.*authority's words.*\n *What to do: add an A record/,
    );
    expect((await plain('/')).status).toBe(200);
    expect(await served()).toMatchObject({ refusedFor: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('gets one with the next make up', async () => {
    addresses[domain] = '127.0.0.1';
    expect(await up()).toMatch(/certificate {2}valid until \d{4}-\d\d-\d\d, renewed by itself/);
    expect(await until(isAccepted, within(20))).toBe(true);
  });

  it('sends pages on, refuses calls, answers health', async () => {
    // A worker of nginx from before the reload may answer once more.
    const isMoved = async () => (await plain('/')).status === 301;
    expect(await until(isMoved, within(10))).toBe(true);
    const page = await plain('/learn?utm_source=x');
    expect([page.status, page.headers.get('location')]).toEqual([301, `${origin}/learn?utm_source=x`]);
    expect((await plain('/api/visit', 'POST')).status).toBe(403);
    expect((await plain('/api/health/ready')).status).toBe(200);
    expect(await overTls('/')).toMatchObject({ status: 200, hsts: 'max-age=31536000' });
  });

  it('speaks HTTP/2, and HTTP/3 where nginx has it', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: tlsPort,
      servername: domain,
      ALPNProtocols: ['h2'],
      ca: pebble.root,
    });
    await new Promise((done) => socket.once('secureConnect', done));
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();
    const { altSvc } = await overTls('/');
    const asks = spawnSync('nginx', ['-V'], { encoding: 'utf8' }).stderr;
    const hasHttp3 = kind === 'compose' || asks.includes('--with-http_v3_module');
    expect(altSvc).toBe(hasHttp3 ? `h3=":${tlsPort}"; ma=86400` : undefined);
    if (kind === 'local') return;
    // Debian 13 has it, Debian 12 doesn't.
    const url = `https://${domain}:8443/`;
    const curl = `curl --http3-only -sk -o /dev/null -w '%{http_version} %{http_code}' --resolve ${domain}:8443:127.0.0.1 ${url}`;
    expect(inContainer('nginx', curl)).toBe('3 200');
  });

  it('is renewed without a restart of nginx', async () => {
    const [first, nginx] = [(await served()).expiresAt, startOfNginx()];
    const isNewer = async () => (await served()).expiresAt > first;
    expect(await until(isNewer, within(validSeconds + 30))).toBe(true);
    expect(startOfNginx()).toEqual(nginx);
    expect(await findings()).toContain('front.test is renewed by itself');
  });

  it('keeps its keys from everyone else', () => {
    if (kind === 'local') {
      for (const name of ['acme', 'certificates'])
        expect(statSync(join(checkout, name)).mode & 0o077).toBe(0);
    } else {
      const modes = inContainer('certificates', 'stat -c "%a %U" /srv/acme /srv/certificates');
      expect(modes).toBe('700 nginx\n700 nginx');
      expect(inContainer('nginx', 'ls -d /srv/acme || true')).toBe('');
    }
  });

  it('ends while it cannot be renewed, which is said, and is got again by itself', async () => {
    Reflect.deleteProperty(addresses, domain);
    const hasEnded = async () => (await served()).refusedFor === 'CERT_HAS_EXPIRED';
    // One that was on its way already may still bring another.
    expect(await until(hasEnded, within(2 * validSeconds + 30))).toBe(true);
    // The attempt may still be on its way.
    const isSaid = async () => (await findings()).includes('There was no certificate to be had');
    expect(await until(isSaid, within(60))).toBe(true);
    expect(await findings()).toContain('front.test has no address in the DNS');
    addresses[domain] = '127.0.0.1';
    expect(await until(isAccepted, within(60))).toBe(true);
  });

  it('writes neither the address of the owner nor a key into a log', () => {
    const log =
      kind === 'local'
        ? readFileSync(join(checkout, 'log/certificates/current'), 'utf8')
        : compose('logs', 'certificates');
    expect(log).toContain('result issued');
    expect(log).not.toMatch(/me@front|PRIVATE/);
  });
});
