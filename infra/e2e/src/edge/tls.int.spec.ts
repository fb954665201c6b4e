import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCodes } from '@voordeur/contracts/http';
import { freePort } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Answer, type Edge, startEdge } from '../helpers/start-nginx.js';

const dir = mkdtempSync(join(tmpdir(), 'voordeur-tls-'));
const certificate = join(dir, 'certificate.pem');
const key = join(dir, 'key.pem');
const files = { 'index.html': 'home' };

const pair = { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key };

// Debian's postgresql brings it (ssl-cert).
function makePair(kind = 'ec'): void {
  const newKey = kind === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['rsa:2048'];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', ...newKey, '-nodes', '-days', '2'],
      ...['-subj', '/CN=a test', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  );
}

beforeAll(() => {
  makePair();
  copyFileSync(key, join(dir, 'other.pem'));
  makePair();
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

/** One GET by TLS, with HTTP/1.1. */
async function askTls(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<Answer, 'status' | 'headers'>> {
  const sent = request({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode ?? 0, headers: answer.headers };
}

describe('with a certificate', () => {
  let edge: Edge;
  let port: number;
  let session: ClientHttp2Session;
  beforeAll(async () => {
    port = await freePort();
    edge = await startEdge({
      files,
      settings: { TLS_LISTEN: `127.0.0.1:${port}`, TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key },
    });
    session = connect(`https://127.0.0.1:${port}`, { ca: readFileSync(certificate) });
  });
  afterAll(async () => {
    session.destroy();
    await edge.close();
  });

  function ask(
    headers: Record<string, string>,
    body = '',
  ): Promise<{ status: unknown; body: string; frame: unknown }> {
    return new Promise((done, failed) => {
      const stream = session.request(headers, { endStream: body === '' });
      let text = '';
      let answer: Record<string, unknown> = {};
      stream.on('response', (head) => (answer = head));
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        done({ status: answer[':status'], body: text, frame: answer['x-frame-options'] });
      });
      stream.on('error', failed);
      if (body !== '') stream.end(body);
    });
  }

  it('serves pages over HTTP/2, with the same headers', async () => {
    expect(await ask({ ':path': '/' })).toEqual({ status: 200, body: 'home', frame: 'SAMEORIGIN' });
    expect(session.alpnProtocol).toBe('h2');
  });

  it('tells the api who called, and at which name', async () => {
    const json = { 'content-type': 'application/json' };
    await ask({ ':path': '/api/visit', ':method': 'POST', ...json }, '{}');
    expect(edge.seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/api/visit',
      headers: { host: `127.0.0.1:${port}`, 'x-real-ip': '127.0.0.1' },
    });
  });

  it('still answers without TLS where PUBLIC_URL has no https, and asks nobody to come by TLS', async () => {
    const { status, body, headers } = await edge.ask('/');
    expect([status, body.toString()]).toEqual([200, 'home']);
    expect(headers['strict-transport-security']).toBeUndefined();
    expect((await askTls(port, '/')).headers['strict-transport-security']).toBeUndefined();
  });

  it('takes a certificate that was renewed, once its key is there too', () => {
    const earlier = readFileSync(certificate, 'utf8');
    const take = () =>
      spawnSync(join(root, 'infra/operate/docker/take-certificate.sh'), [edge.dir], {
        env: { PATH: process.env['PATH'], TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key },
      }).status;
    const shown = join(edge.dir, 'include/certificate.pem');
    expect(statSync(shown).mode & 0o777).toBe(0o600);
    expect(take()).toBe(1);
    const earlierKey = readFileSync(key, 'utf8');
    makePair();
    const renewedKey = readFileSync(key, 'utf8');
    writeFileSync(key, earlierKey);
    expect(take()).toBe(2);
    expect(readFileSync(shown, 'utf8')).toContain(earlier);
    writeFileSync(key, renewedKey);
    expect(take()).toBe(0);
    expect(readFileSync(shown, 'utf8')).toBe(readFileSync(certificate, 'utf8') + renewedKey);
  });
});

describe.each(['ec', 'rsa'])('negotiation with an %s key', (kind) => {
  let edge: Edge;
  let port: number;
  beforeAll(async () => {
    makePair(kind);
    port = await freePort();
    edge = await startEdge({ files, settings: { TLS_LISTEN: `127.0.0.1:${port}`, ...pair } });
  });
  afterAll(() => edge.close());

  /** The suite that both agree on; null where nginx refuses. Our side would take anything. */
  const negotiate = (...options: string[]) => {
    const asked = ['s_client', '-connect', `127.0.0.1:${port}`, ...options];
    const { stdout } = spawnSync('openssl', asked, { input: '', encoding: 'utf8' });
    const found = /^New, (TLSv[\d.]+), Cipher is (\S+)$/m.exec(stdout);
    return found?.[2] === undefined || found[2] === '(NONE)' ? null : found[2];
  };
  const anyOld = ['-cipher', 'ALL:COMPLEMENTOFALL:@SECLEVEL=0'];

  it.each(['-tls1', '-tls1_1'])('%s is refused', (version) => {
    expect(negotiate(version, ...anyOld)).toBeNull();
  });

  it('TLS 1.3 has its three suites', () => {
    const suites = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];
    for (const suite of suites) expect(negotiate('-tls1_3', '-ciphersuites', suite)).toBe(suite);
  });

  it("TLS 1.2 has those of Mozilla's intermediate list, and no other that this openssl knows", () => {
    const agreed: string[] = [];
    // The server picks from the offer, until nothing acceptable to nginx is left.
    for (let suite: string | null = ''; suite !== null;) {
      const offer = ['ALL:COMPLEMENTOFALL:@SECLEVEL=0', ...agreed.map((one) => `!${one}`)].join(':');
      suite = negotiate('-tls1_2', '-cipher', offer);
      if (suite !== null) agreed.push(suite);
    }
    const name = kind === 'ec' ? 'ECDSA' : 'RSA';
    const expected = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'];
    expect(agreed.sort()).toEqual(expected.map((suite) => `ECDHE-${name}-${suite}`));
  });
});

describe('where PUBLIC_URL is https', () => {
  let edge: Edge;
  let port: number;
  beforeAll(async () => {
    makePair();
    port = await freePort();
    edge = await startEdge({
      files: { ...files, 'learn/index.html': 'learn' },
      settings: { ...pair, TLS_LISTEN: `127.0.0.1:${port}`, PUBLIC_URL: 'https://front.test/' },
      http: 'access_log counted.log edge if=$is_page_view;',
    });
  });
  afterAll(() => edge.close());

  it.each([
    '/',
    '/learn?utm_source=a%20b&x=1',
    '/nothing//here',
    '/documents/guide.pdf?key=1',
    '/%61dmin',
    '/.well-known/acme-challenge/../../learn',
  ])('%s is sent on with path and query', async (path) => {
    const { status, headers } = await edge.ask(path);
    expect([status, headers.location]).toEqual([301, `https://front.test${path}`]);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each([
    ['POST', '/api/visit'],
    ['GET', '/api/admin/leads'],
    ['POST', '/%61pi/admin/login'],
    ['GET', '/api%2fhealth/live'],
  ])('%s %s is refused', async (method, path) => {
    const calls = edge.seen.length;
    const { status, body } = await edge.ask(path, { method });
    expect(status).toBe(403);
    expect(JSON.parse(body.toString())).toEqual({
      error: errorCodes['tls-required'].sentence,
      code: 'tls-required',
    });
    expect(edge.seen.length).toBe(calls);
  });

  it.each(['/api/health/live', '/api/health/ready'])('%s is answered', async (path) => {
    expect(await edge.ask(path)).toMatchObject({ status: 200 });
  });

  it('by TLS everything is, and the browser is asked to come so for a year', async () => {
    for (const path of ['/', '/learn', '/nothing', '/api/visit', '/errors/x']) {
      const { headers } = await askTls(port, path);
      expect(headers.location).toBeUndefined();
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('nobody makes himself a visitor by TLS', async () => {
    const { status } = await edge.ask('/', { headers: { 'x-forwarded-proto': 'https' } });
    expect(status).toBe(301);
  });

  it('a page is counted where the visitor arrives, and not where he is sent on', async () => {
    await edge.ask('/learn?first');
    await askTls(port, '/learn?second');
    const counted = () => readFileSync(join(edge.dir, 'counted.log'), 'utf8');
    await expect.poll(counted).toContain('"uri":"/learn?second"');
    expect(counted()).not.toContain('first');
  });
});

it.each([
  ['subdomains', 'max-age=31536000; includeSubDomains'],
  ['preload', 'max-age=31536000; includeSubDomains; preload'],
  ['off', undefined],
])('HSTS=%s', async (HSTS, header) => {
  const port = await freePort();
  makePair();
  const settings = { ...pair, HSTS, TLS_LISTEN: `127.0.0.1:${port}`, PUBLIC_URL: 'https://front.test' };
  const edge = await startEdge({ files, settings });
  try {
    expect((await askTls(port, '/')).headers['strict-transport-security']).toBe(header);
  } finally {
    await edge.close();
  }
});

it.each([
  ['no key', { TLS_CERTIFICATE: certificate }, 'TLS_CERTIFICATE needs TLS_CERTIFICATE_KEY'],
  ['no certificate', { TLS_CERTIFICATE_KEY: key }, 'TLS_CERTIFICATE_KEY needs TLS_CERTIFICATE'],
  [
    'a missing file',
    { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: join(dir, 'none') },
    'none is no file',
  ],
  [
    "another one's key",
    { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: join(dir, 'other.pem') },
    'is not the key of',
  ],
  ['a folder', { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: dir }, 'is no file that can be read'],
])('does not start with %s', async (_, settings, sentence) => {
  await expect(startEdge({ files, settings: { TLS_LISTEN: '127.0.0.1:1', ...settings } })).rejects.toThrow(
    sentence,
  );
});

// Two hops: an nginx with the documented configuration ends TLS and passes on to ours, which runs without.
describe('behind another proxy', () => {
  const outer = mkdtempSync(join(tmpdir(), 'voordeur-outer-'));
  let edge: Edge;
  let tlsPort: number;
  let plainPort: number;
  let outerNginx: ReturnType<typeof spawn>;

  beforeAll(async () => {
    makePair();
    edge = await startEdge({
      files,
      settings: { PUBLIC_URL: 'https://front.test', TRUSTED_PROXIES: '127.0.0.2' },
    });
    [tlsPort, plainPort] = [await freePort(), await freePort()];
    const text = readFileSync(join(root, 'docs/examples/nginx-in-front.conf'), 'utf8');
    expect(text).toContain('proxy_pass http://127.0.0.1:8080;');
    const servers = text
      .replace(/listen (\[::\]:)?(80|443)[^;]*;/g, (line, v6?: string) =>
        v6 ? '' : line.replace(/\b80\b/, `127.0.0.1:${plainPort}`).replace(/\b443\b/, `127.0.0.1:${tlsPort}`),
      )
      .replaceAll('http://127.0.0.1:8080', edge.address)
      .replaceAll('/etc/letsencrypt/live/example.org/fullchain.pem', certificate)
      .replaceAll('/etc/letsencrypt/live/example.org/privkey.pem', key);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${outer}/${what};`,
    );
    writeFileSync(
      join(outer, 'nginx.conf'),
      `pid ${outer}/pid; events {} http { access_log off; ${temporary.join(' ')} proxy_bind 127.0.0.2; ${servers} }`,
    );
    outerNginx = spawn('nginx', [
      '-e',
      'stderr',
      '-p',
      outer,
      '-c',
      join(outer, 'nginx.conf'),
      '-g',
      'daemon off;',
    ]);
    const answers = () =>
      askTls(tlsPort, '/').then(
        ({ status }) => status === 200,
        () => false,
      );
    expect(await until(answers, { withinMs: 20_000, everyMs: 50 })).toBe(true);
  });
  afterAll(async () => {
    outerNginx.kill('SIGTERM');
    await once(outerNginx, 'exit');
    await edge.close();
    rmSync(outer, { recursive: true });
  });

  const ask = (port: number, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/learn?x=1`, { redirect: 'manual', headers });

  it('a visitor by TLS is served, and asked to use it again', async () => {
    expect(await askTls(tlsPort, '/')).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': 'max-age=31536000' },
    });
  });

  it('the api hears the name and the address that the visitor came with, whatever he says himself', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
    expect(await askTls(tlsPort, '/api/ip', { host: 'front.test', ...forged })).toMatchObject({
      status: 200,
    });
    expect(edge.seen.at(-1)?.headers).toMatchObject({ host: 'front.test', 'x-real-ip': '127.0.0.1' });
    expect(edge.seen.at(-1)?.headers['x-forwarded-proto']).toBeUndefined();
  });

  it('a visitor without it is redirected', async () => {
    const answer = await ask(plainPort, { 'x-forwarded-proto': 'https' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://front.test/learn?x=1']);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  it('a client that is not one of the proxies is not trusted, and is served as before', async () => {
    for (const proto of ['http', 'https']) {
      const { status, headers } = await edge.ask('/', { headers: { 'x-forwarded-proto': proto } });
      expect([status, headers['strict-transport-security']]).toEqual([200, undefined]);
    }
  });

  it('a proxy that says both says nothing', async () => {
    const both = { 'x-forwarded-proto': 'https, http' };
    const { status, headers } = await edge.ask('/', { headers: both, from: '127.0.0.2' });
    expect([status, headers['strict-transport-security']]).toEqual([200, undefined]);
  });
});
