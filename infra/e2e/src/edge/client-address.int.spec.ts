import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

const lastSeen = (edge: Edge) => edge.seen.at(-1)?.headers;

describe('with no trusted proxy', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({});
  });
  afterAll(() => edge.close());

  it('takes the address of the connection, whatever the client says', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Real-IP': '203.0.113.9', 'X-Request-Id': 'mine' };
    await edge.ask('/api/ip', { headers, from: '127.0.0.7' });
    expect(lastSeen(edge)).toMatchObject({ 'x-real-ip': '127.0.0.7', 'x-forwarded-for': '127.0.0.7' });
    expect(lastSeen(edge)?.['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it("passes on no trace of a client's", async () => {
    const headers = {
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      tracestate: 'x=y',
      baggage: 'k=v',
    };
    await edge.ask('/api/ip', { headers });
    for (const name of Object.keys(headers)) expect(lastSeen(edge)).not.toHaveProperty(name);
  });

  it('writes a truncated address and no query into its log', async () => {
    await edge.ask('/api/unsubscribe?email=somebody@example.org', { from: '127.0.0.7' });
    await edge.ask('/learn?email=somebody@example.org', {
      from: '127.0.0.7',
      headers: { Referer: 'http://example.org/?token=secret', 'User-Agent': 'an agent' },
    });
    // Each of nginx's processes writes its own lines.
    await edge.logged('/api/unsubscribe');
    await edge.logged('/learn');
    const log = edge.accessLog();
    expect(log).toMatch(/^127\.0\.0\.0 \[\S+\] "GET \/api\/unsubscribe" 200 .* [0-9a-f]{32}$/m);
    expect(log).toMatch(/^127\.0\.0\.0 \[\S+\] "GET \/learn" 404 /m);
    expect(log).not.toMatch(/127\.0\.0\.7|somebody|secret|an agent/);
  });

  it('writes no long line, whatever is sent', async () => {
    await edge.ask(`/api/long/${'x'.repeat(5_000)}`, { headers: { 'User-Agent': 'y'.repeat(1_000) } });
    expect((await edge.logged('/api/long/')).length).toBeLessThan(400);
  });

  it('keeps its connections to the api', async () => {
    await edge.ask('/api/ip');
    expect(lastSeen(edge)?.connection).not.toBe('close');
  });
});

describe('behind trusted proxies', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({ settings: { TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8 2001:db8:ffff::/48' } });
  });
  afterAll(() => edge.close());

  const cases: [name: string, forwarded: string, address: string, logged: string][] = [
    ['one hop', '198.51.100.23', '198.51.100.23', '198.51.100.0'],
    ['what the client put in front', '1.2.3.4, 198.51.100.24', '198.51.100.24', '198.51.100.0'],
    ['past the proxies in between', '1.2.3.4, 198.51.100.25, 10.1.2.3', '198.51.100.25', '198.51.100.0'],
    ['IPv6', '2001:db8:1:2::3', '2001:db8:1:2::3', '2001:db8:1::'],
    ['IPv6 past a proxy', '2001:db8:9:2::3, 2001:db8:ffff::1', '2001:db8:9:2::3', '2001:db8:9::'],
    ['IPv6 with zeros early', '2001:db8::7', '2001:db8::7', '2001:db8::'],
    ['IPv6 with zeros at once', '64::7', '64::7', '64::'],
    ['no address at all', 'unknown', '127.0.0.1', '127.0.0.0'],
  ];
  it.each(cases)('walks from the right: %s', async (_, forwarded, address, logged) => {
    const path = `/api/ip/${encodeURIComponent(forwarded)}`;
    await edge.ask(path, { headers: { 'X-Forwarded-For': forwarded } });
    expect(lastSeen(edge)).toMatchObject({ 'x-real-ip': address, 'x-forwarded-for': address });
    expect(await edge.logged(path)).toMatch(new RegExp(`^${logged} \\[`));
  });
});

it('refuses a setting that could add a directive', async () => {
  await expect(startEdge({ settings: { TRUSTED_PROXIES: '10.0.0.0/8; autoindex on' } })).rejects.toThrow(
    /TRUSTED_PROXIES/,
  );
  await expect(startEdge({ settings: { LISTEN: '127.0.0.1:1; root /' } })).rejects.toThrow(/LISTEN/);
});
