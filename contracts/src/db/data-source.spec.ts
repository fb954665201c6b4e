import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createDataSource } from './data-source.js';

/** One message of Postgres' protocol (its documentation, 55.7): type, length, content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}
const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const ending = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => socket.end(Buffer.concat([ready, ending])));
});
afterEach(() => server.close());

it('a Postgres that ends as a connection opens is an error of that connection, not of the process', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const db = createDataSource(`postgres://user@127.0.0.1:${port}/site`);
  await expect(db.initialize()).rejects.toThrow(/terminat|connection/i);
});
