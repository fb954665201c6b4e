import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Door, openDoor } from '../testing/start-nginx.js';

const dir = mkdtempSync(join(tmpdir(), 'voordeur-tls-'));
const certificate = join(dir, 'certificate.pem');
const key = join(dir, 'key.pem');
const files = { 'index.html': 'home' };

beforeAll(() => {
  // Debian's postgresql brings it (ssl-cert).
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=a test', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  );
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

describe('with a certificate', () => {
  let door: Door;
  let port: number;
  let session: ClientHttp2Session;
  beforeAll(async () => {
    port = await freePort();
    door = await openDoor({
      files,
      settings: { TLS_LISTEN: `127.0.0.1:${port}`, TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key },
    });
    session = connect(`https://127.0.0.1:${port}`, { ca: readFileSync(certificate) });
  });
  afterAll(async () => {
    session.destroy();
    await door.close();
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
    expect(door.seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/api/visit',
      headers: { host: `127.0.0.1:${port}`, 'x-real-ip': '127.0.0.1' },
    });
  });

  it('still answers without TLS where it did', async () => {
    expect(await door.ask('/')).toMatchObject({ status: 200, body: Buffer.from('home') });
  });
});

it.each([
  ['no key', { TLS_CERTIFICATE: certificate }, 'TLS_CERTIFICATE needs TLS_CERTIFICATE_KEY'],
  ['no certificate', { TLS_CERTIFICATE_KEY: key }, 'TLS_CERTIFICATE_KEY needs TLS_CERTIFICATE'],
  [
    'a missing file',
    { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: join(dir, 'none') },
    'none is no file',
  ],
  ['a folder', { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: dir }, 'is no file that can be read'],
])('does not start with %s', async (_, settings, sentence) => {
  await expect(openDoor({ files, settings: { TLS_LISTEN: '127.0.0.1:1', ...settings } })).rejects.toThrow(
    sentence,
  );
});
