import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServedCertificate, readServedCertificate } from '@voordeur/server';
import { makeAuthority, startNameServer } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from '@voordeur/operate/doctor/checks.js';
import { readInstallation } from '@voordeur/operate/doctor/installation.js';
import { root } from '@voordeur/operate/local/settings.js';
import { startStack } from '@voordeur/operate/local/stack.js';
import { removeData } from '@voordeur/operate/local/stop-stack.js';
import { pidOf } from '@voordeur/operate/local/supervise.js';
import { testSettings } from '../helpers/test-stack.js';
import { until } from '@voordeur/operate/local/until.js';

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
    host: kind === 'compose' ? bridge() : '127.0.0.1',
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
/** As after a restart of the machine: it looks at once, and not twelve hours after it did last. */
const restart = () => {
  if (kind === 'compose') compose('restart', 'certificates');
  else process.kill(pidOf(checkout, 'certificates') ?? 0);
};
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
  it('is up without a certificate while the DNS does not lead here, and shows what certbot says', async () => {
    expect(await up()).toMatch(
      /No certificate[^]*Domain: front\.test\n[^]*could not resolve[^]*What to do: /,
    );
    expect((await fetch(`http://127.0.0.1:${webPort}/`)).status).toBe(200);
    expect(await served()).toMatchObject({ refusedFor: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('gets one with the next make up, and sends pages on', async () => {
    addresses[domain] = '127.0.0.1';
    expect(await up()).toMatch(/certificate {2}valid until \w+ .* GMT, renewed by itself/);
    expect(await until(isAccepted, within(20))).toBe(true);
    // A worker of nginx from before the reload may answer once more.
    const page = () => fetch(`http://127.0.0.1:${webPort}/learn`, { redirect: 'manual' });
    expect(await until(async () => (await page()).status === 301, within(10))).toBe(true);
    expect((await page()).headers.get('location')).toBe(`${origin}/learn`);
  });

  it('is renewed without a restart of nginx', async () => {
    const [first, nginx] = [(await served()).expiresAt, startOfNginx()];
    restart();
    const isNewer = async () => (await served()).expiresAt > first;
    expect(await until(isNewer, within(validSeconds))).toBe(true);
    expect(startOfNginx()).toEqual(nginx);
    expect(await findings()).toContain('front.test is renewed by itself');
  });

  it('keeps its keys from everyone else', () => {
    if (kind === 'local') {
      for (const name of ['acme', 'certificates', 'certificates/certificate.pem'])
        expect(statSync(join(checkout, name)).mode & 0o077).toBe(0);
    } else {
      const modes = inContainer('certificates', 'stat -c "%a %U" /srv/acme /srv/certificates');
      expect(modes).toBe('700 nginx\n700 nginx');
      expect(inContainer('nginx', 'ls -d /srv/acme || true')).toBe('');
    }
  });

  it('ends while it cannot be renewed, which is said, and is got again', async () => {
    Reflect.deleteProperty(addresses, domain);
    restart();
    const isSaid = async () => (await findings()).includes('There was no certificate to be had');
    expect(await until(isSaid, within(60))).toBe(true);
    expect(await findings()).toContain('could not resolve');
    const hasEnded = async () => (await served()).refusedFor === 'CERT_HAS_EXPIRED';
    expect(await until(hasEnded, within(validSeconds + 30))).toBe(true);
    addresses[domain] = '127.0.0.1';
    restart();
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

interface PebbleOptions {
  /** Names and their addresses; may be changed meanwhile. */
  addresses: Record<string, string>;
  port: number;
  managementPort: number;
  /** Where it asks for what proves a name. */
  httpPort: number;
  validSeconds: number;
  /** Where clients reach it. */
  host: string;
}

/** Debian's pebble, a real ACME server for tests: its certificates are valid for a given number of seconds. */
async function startPebble(given: PebbleOptions) {
  const { addresses, port, managementPort, httpPort, validSeconds, host } = given;
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-pebble-'));
  const authority = makeAuthority();
  const own = authority.issue('pebble', `IP:127.0.0.1,IP:${host}`);
  const [ca, config] = [join(dir, 'authority.pem'), join(dir, 'config.json')];
  writeFileSync(ca, authority.authorities.join('\n'));
  const pebble = {
    listenAddress: `0.0.0.0:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    ...{ certificate: own.certificate, privateKey: own.key },
    ...{ httpPort, tlsPort: httpPort, certificateValidityPeriod: validSeconds },
  };
  writeFileSync(config, JSON.stringify({ pebble }));
  const names = await startNameServer(addresses, {});
  const [dnsServer = ''] = names.resolver.getServers();
  // It would wait before it asks, refuse some of what is right, and not ask again each time.
  const env = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' };
  const program = spawn('pebble', ['-config', config, '-dnsserver', dnsServer], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const ended = once(program, 'exit');
  const readRoot = async () => {
    const url = `https://127.0.0.1:${managementPort}/roots/0`;
    return (await promisify(execFile)('curl', ['--silent', '--fail', '--cacert', ca, url])).stdout;
  };
  const answers = () => readRoot().then(Boolean, () => false);
  if (!(await until(answers, { withinMs: 20_000 }))) throw new Error('pebble does not start');
  return {
    /** The settings with which certificates come from it. */
    settings: { ACME_URL: `https://${host}:${port}/dir`, ACME_CA: ca },
    /** The issuer of its certificates, for clients to trust. */
    root: await readRoot(),
    /** Knows the names that it knows. */
    resolver: names.resolver,
    close: async () => {
      program.kill();
      await ended;
      names.close();
      authority.remove();
      rmSync(dir, { recursive: true });
    },
  };
}
