import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readServedCertificate } from '@voordeur/server';
import { freePort, makeAuthority } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatus } from '@voordeur/operate/local/certificate-status.js';
import { root } from '@voordeur/operate/local/settings.js';
import { type Edge, startEdge } from '../helpers/start-nginx.js';
import { startPebble } from './pebble.js';

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const domain = 'front.test';
const dir = mkdtempSync(join(tmpdir(), 'voordeur-certificates-'));
const folder = (name: string) => join(dir, name);
const places = {
  DOMAIN: domain,
  ACME_HOME: folder('acme'),
  CERTIFICATES: folder('certificates'),
  CHALLENGES: folder('challenges'),
};
const scripts: { end: () => Promise<unknown> }[] = [];

beforeAll(() => {
  for (const name of ['acme', 'certificates']) mkdirSync(folder(name), { mode: 0o700 });
  mkdirSync(folder('challenges'));
  // nginx started by root works as `nobody`.
  spawnSync('chmod', ['o+x', dir]);
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

/** A script of the stack, in a group of its own as runit has it. */
function start(...[script, env, ...args]: [string, Record<string, string>, ...string[]]) {
  const child = spawn('sh', ['-c', script, ...args], {
    cwd: join(root, 'infra/operate/docker'),
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  const end = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid);
    await ended;
  };
  scripts.push({ end });
  return { end };
}
const get = (settings: Record<string, string>) =>
  start('exec ./get-certificate.sh', { ...places, ...settings });

describe.skipIf(!has('pebble') || !has('certbot'))('a certificate by ACME', () => {
  const addresses: Record<string, string> = {};
  let edge: Edge;
  let port: number;
  let pebble: Awaited<ReturnType<typeof startPebble>>;

  beforeAll(async () => {
    port = await freePort();
    edge = await startEdge({
      files: { 'index.html': 'home' },
      settings: { ...places, TLS_LISTEN: `127.0.0.1:${port}`, PUBLIC_URL: `https://${domain}` },
    });
    pebble = await startPebble({
      addresses,
      port: await freePort(),
      managementPort: await freePort(),
      httpPort: Number(new URL(edge.address).port),
      validSeconds: 6,
    });
    // As the local stack and the container do, only sooner.
    start('while sleep 0.2; do ./take-certificate.sh "$0" reload; done', places, edge.dir);
  });
  afterAll(async () => {
    for (const { end } of scripts) await end();
    await pebble.close();
    await edge.close();
  });

  const served = () =>
    readServedCertificate({ host: domain, port, address: '127.0.0.1', authorities: [pebble.root] });
  const status = () => readStatus('local', dir);

  it('until there is one the site is there, by TLS with a stand-in', async () => {
    expect(await edge.ask('/')).toMatchObject({ status: 200, body: Buffer.from('home') });
    expect(await served()).toMatchObject({ refusedFor: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('a name that the DNS does not know is reported', async () => {
    const getting = get(pebble.settings);
    await expect.poll(status).toMatchObject({
      failure: {
        what: `${domain} has no address in the DNS`,
        next: expect.stringContaining('A record') as string,
      },
    });
    await getting.end();
    expect(await edge.ask('/')).toMatchObject({ status: 200 });
  });

  it('is got, shown, and shown again when it was renewed', async () => {
    addresses[domain] = '127.0.0.1';
    get(pebble.settings);
    await expect.poll(async () => (await served()).refusedFor).toBeNull();
    // A worker of nginx from before the reload may answer once more.
    await expect
      .poll(() => edge.ask('/?x=1'))
      .toMatchObject({ status: 301, headers: { location: `https://${domain}/?x=1` } });
    const first = (await served()).expiresAt.getTime();
    await expect.poll(async () => (await served()).expiresAt.getTime()).toBeGreaterThan(first);
    expect(status()?.failure).toBeNull();
  });

  it('belongs to its owner alone, as the key of the account does', () => {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('challenges'))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.filter((file) => /\/(private_key\.json|certificate\.pem)$/.test(file)).length).toBe(2);
    // The folders are closed too, so what certbot leaves open within them is.
    for (const name of ['acme', 'certificates']) expect(statSync(folder(name)).mode & 0o077).toBe(0);
    expect(statSync(join(folder('certificates'), 'certificate.pem')).mode & 0o077).toBe(0);
  });

  it('that cannot be renewed ends, is still shown, and is got again as soon as that is possible', async () => {
    Reflect.deleteProperty(addresses, domain);
    await expect.poll(async () => (await served()).refusedFor).toBe('CERT_HAS_EXPIRED');
    await expect
      .poll(status)
      .toMatchObject({ domain, failure: { what: `${domain} has no address in the DNS` } });
    addresses[domain] = '127.0.0.1';
    await expect.poll(async () => (await served()).refusedFor).toBeNull();
    await expect.poll(() => status()?.failure).toBeNull();
  });
});

describe.skipIf(!has('certbot'))('an authority that refuses', () => {
  const authority = makeAuthority();
  const { pair } = authority.issue('directory', 'IP:127.0.0.1');
  const ca = folder('authority.pem');
  let problem = { type: '', detail: '' };
  // As much of RFC 8555 as comes before a refusal.
  const server = createServer(pair, (request, response) => {
    const at = (path: string) => `https://${request.headers.host}/${path}`;
    response.setHeader('Replay-Nonce', 'AAAA');
    if (request.url === '/directory')
      response.end(JSON.stringify({ newNonce: at('n'), newAccount: at('a'), newOrder: at('o'), meta: {} }));
    else if (request.method === 'HEAD') response.end();
    else {
      response.writeHead(429, { 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify({ ...problem, type: `urn:ietf:params:acme:error:${problem.type}` }));
    }
  });
  beforeAll(async () => {
    writeFileSync(ca, authority.authorities.join());
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.close();
    authority.remove();
  });

  it.each([
    ['rateLimited', 'too many certificates', 'wait'],
    ['caa', 'a CAA record', 'take the record out'],
    ['connection', 'nobody answers', 'open port 80'],
    ['unauthorized', 'somebody else answers', 'DNS record'],
    ['invalidContact', 'refuses ACME_EMAIL', 'correct it'],
    ['rejectedIdentifier', 'no certificate for the name', 'correct DOMAIN'],
    ['badNonce', 'once more', 'make up'],
    ['badCSR', 'gave none', 'its words are in'],
  ])('for %s says what to do', async (type, what, next) => {
    problem = { type, detail: 'retry after 2026-11-24 12:00:00 UTC' };
    rmSync(join(places.CERTIFICATES, 'status'), { force: true });
    const { port } = server.address() as AddressInfo;
    const getting = get({ ACME_URL: `https://127.0.0.1:${port}/directory`, ACME_CA: ca });
    try {
      await expect
        .poll(() => readStatus('local', dir)?.failure)
        .toMatchObject({
          what: expect.stringContaining(what) as string,
          next: expect.stringContaining(next) as string,
          words: expect.stringContaining(problem.detail) as string,
        });
    } finally {
      await getting.end();
    }
  });
});
