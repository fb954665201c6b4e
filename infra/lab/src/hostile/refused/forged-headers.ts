import { headOf, isStatus, jsonOf, type Kind } from './target.js';

/** By which proxies say who called. */
const addressHeaders = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-cluster-client-ip',
  'x-originating-ip',
  'x-remote-ip',
  'x-remote-addr',
];
const addresses = [
  '203.0.113.9',
  '127.0.0.1',
  'for=203.0.113.9',
  '::1',
  '203.0.113.9, 127.0.0.1',
  "' or 1=1 --",
  ','.repeat(500),
];

/** By which a server may take another path, method or file than that of the request line. */
const otherRequests: Record<string, string>[] = [
  { 'x-original-url': '/api/admin/leads' },
  { 'x-rewrite-url': '/api/admin/leads' },
  { 'x-forwarded-path': '/api/admin/leads' },
  { 'x-forwarded-prefix': '/api/admin/leads' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-method-override': 'DELETE' },
  { 'x-accel-redirect': '/private/guide.pdf' },
  { 'x-sendfile': '/etc/passwd' },
  { 'x-accel-buffering': 'no' },
  { upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA', connection: 'Upgrade, HTTP2-Settings' },
  { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
];
const foreign = 'foreign.example';

/** From an address that is no trusted proxy. */
export const forgedHeaders: Kind = async ({ ask, expect, nextAddress, postJson, settings }) => {
  for (const name of addressHeaders)
    for (const value of addresses) {
      // nginx drops no such header by itself, nor may its own come through where the client names it hop-by-hop.
      for (const connection of ['close', `close, ${name}`]) {
        const from = nextAddress();
        const reply = await ask('/api/ip', { from, headers: { [name]: value, connection } });
        expect(`${name}: ${value}`, jsonOf(reply)['ip'] === from, reply);
      }
    }

  for (const headers of otherRequests) {
    const reply = await ask('/api/ip', { headers });
    const isUntouched = isStatus(reply, 200) && jsonOf(reply)['ip'] !== undefined;
    expect(JSON.stringify(headers), isUntouched, reply);
  }

  for (const path of ['/', '/learn/', '/en/learn', '/nothing', '/api/unsubscribe', '/api/ip', '/admin'])
    for (const headers of [{ host: foreign }, { 'x-forwarded-host': foreign }, { 'x-host': foreign }]) {
      const reply = await ask(path, { headers });
      expect(`${JSON.stringify(headers)} at ${path}`, !reply.text.includes(foreign), reply);
    }

  const key = settings.environment['ADMIN_SECRET_KEY'];
  const login = await postJson('/api/admin/login', { secretKey: key }, { headers: { host: foreign } });
  expect('the owner is sent nowhere else by a forged host', !login.text.includes(foreign), login);
  const forgedScheme = { 'x-forwarded-proto': 'https', origin: `https://${foreign}` };
  const scheme = await postJson('/api/admin/login', { secretKey: key }, { headers: forgedScheme });
  expect('a cookie for a page of another site', !/set-cookie/i.test(headOf(scheme)), scheme);
  const asked = { origin: `https://${foreign}`, 'access-control-request-method': 'POST' };
  const preflight = await ask('/api/admin/leads', { method: 'OPTIONS', headers: asked });
  expect('a preflight of another site', !/access-control/i.test(headOf(preflight)), preflight);
};
