import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { RecordVisits } from '@voordeur/contracts/jobs';
import { expect, it } from 'vitest';
import { createTestApp, readJobs } from '../testing/create-test-app.js';

const line = (uri: string) =>
  '<190>Nov 21 03:05:15 host voordeur: ' +
  JSON.stringify({
    time: 1_795_230_315.5,
    address: '203.0.113.9',
    uri,
    status: 200,
    agent: 'bot/1',
    referrer: '-',
  });

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await promisify(socket.close.bind(socket))();
  return port;
}

it('takes the lines that nginx sends over UDP, and flushes what it holds when it closes', async () => {
  const port = await freeUdpPort();
  const test = await createTestApp({ EDGE_LOG_PORT: String(port), LOG_LEVEL: 'warn' });
  const jobs = readJobs(test.config);
  const nginx = createSocket('udp4');
  const send = (text: string) =>
    new Promise((resolve) => {
      nginx.send(text, port, '127.0.0.1', resolve);
    });
  try {
    await send('nonsense that must not be printed');
    for (let n = 0; n < 20; n += 1) await send(line(`/page-${n}`));
    await expect.poll(() => jobs.of('visits')).toHaveLength(1);
    await send(line('/the-last'));
    // The datagram is in our own socket's buffer once a later round trip over loopback is done.
    await test.http.get('/api/health/live').expect(200);
    await test.app.close();
    const events = (await jobs.of('visits')).flatMap((job) => (job.data as RecordVisits).events);
    expect(events).toHaveLength(21);
    expect(events[0]).toMatchObject({ source: 'edge', page: '/page-0', userAgent: 'bot/1' });
    const told = test.log.filter((entry) => entry.includes('edge lines'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"malformed":1');
    expect(test.log.join('')).not.toContain('nonsense');
  } finally {
    nginx.close();
    await jobs.close();
    await test.close();
  }
});

it('refuses to start on a port that is taken', async () => {
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  try {
    await expect(createTestApp({ EDGE_LOG_PORT: String(taken.address().port) })).rejects.toThrow(
      /EDGE_LOG_PORT/,
    );
  } finally {
    taken.close();
  }
});
