import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { freePort } from '@voordeur/testing';
import { expect, it } from 'vitest';
import { checkFree } from './ports.js';

it('names a port that another program has, and the setting that moves it', async () => {
  const program = createServer().listen(0, '127.0.0.1');
  await once(program, 'listening');
  const { port } = program.address() as AddressInfo;
  const free = { part: 'redis', number: await freePort(), setting: 'REDIS_PORT' };
  await checkFree([free, { ...free, part: 'api-1', setting: 'EDGE_LOG_PORT', udp: true }]);
  await expect(
    checkFree([free, { part: 'postgres', number: port, setting: 'POSTGRES_PORT' }]),
  ).rejects.toMatchObject({
    message: `postgres cannot have port ${port} on 127.0.0.1: another program has it.`,
    next: expect.stringContaining('set POSTGRES_PORT to another one') as string,
  });
  program.close();
});
