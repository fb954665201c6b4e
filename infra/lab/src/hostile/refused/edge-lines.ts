import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { edgeKeyOf } from '@voordeur/server';
import { edgeLogPortOf } from '@voordeur/operate/local/settings.js';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { until } from '@voordeur/operate/local/until.js';
import { isStatus, type Kind } from './target.js';

const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const flood = 5_000;

/** Anyone on the machine can send a datagram to where the api hears from nginx. */
export const forgedEdgeLines: Kind = async ({ ask, expect, settings }) => {
  const key = edgeKeyOf(settings.environment['JWT_SECRET'] ?? '');
  const run = Date.now().toString(36);
  const line = {
    key,
    time: Date.now() / 1_000,
    address: '203.0.113.50',
    uri: `/forged-${run}`,
    status: 200,
    agent: bot,
  };
  const datagram = (value: unknown) => `<190>Nov 23 12:00:00 voordeur: ${JSON.stringify(value)}`;
  const keys = ['', key.slice(0, -1), `${key}x`, key.toUpperCase(), null, true, 0, [key], { key }, undefined];
  const forged = [
    ...keys.map((other) => datagram({ ...line, key: other })),
    // With nginx' own key, as if it had been read somewhere: what makes no visit is no visit.
    ...[0, -1, 1e300, 'soon', null, line.time - 86_400].map((time) => datagram({ ...line, time })),
    ...['', 'x', '999.1.1.1', "'; drop table visits", null, ['203.0.113.50'], 0].map((address) =>
      datagram({ ...line, address }),
    ),
    ...['', 'forged', 'http://x/', null, 7, ['/forged'], { toString: '/' }].map((uri) =>
      datagram({ ...line, uri }),
    ),
    datagram([line]),
    datagram('line'),
    datagram(null),
    JSON.stringify(line),
    `<190>x: {"__proto__":${JSON.stringify(line)}}`,
    `<9999>x: ${JSON.stringify(line)}`,
    `<190>x: ${JSON.stringify(line)}${JSON.stringify(line)}`,
    `<190>x: ${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
    `<190>x: ${JSON.stringify(line).slice(0, -1)}`,
    '<190>'.repeat(10_000),
    `<190>${': {'.repeat(15_000)}`,
    '',
  ].map((text) => Buffer.from(text));
  const socket = createSocket('udp4');
  const send = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      socket.send(bytes, edgeLogPortOf(settings), '127.0.0.1', (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  try {
    for (const bytes of forged) await send(bytes);
    for (let sent = 0; sent < flood; sent += 1) await send(randomBytes(1 + (sent % 1_400)));
    // One of nginx' own after them: all that came before has been read by then.
    const path = `/honest-${run}`;
    await ask(path, { headers: { 'user-agent': bot } });
    const count = async (page: string) =>
      Number(
        (
          await readRow<{ n: string }>(
            settings.databaseUrl,
            'select count(*) as n from visits where page = $1',
            [page],
          )
        ).n,
      );
    const isHeard = await until(async () => (await count(path)) > 0, { withinMs: 20_000, everyMs: 200 });
    expect("nginx' own line after them", isHeard, 'it made no visit');
    const visits = await count(`/forged-${run}`);
    for (const bytes of forged) expect(bytes.toString().slice(0, 60), visits === 0, `${visits} visits`);
    expect(
      `${flood} datagrams of noise`,
      isStatus(await ask('/api/health/ready'), 200, 404),
      'the api is not ready',
    );
  } finally {
    socket.close();
  }
};
