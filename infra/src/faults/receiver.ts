import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type ReceiverMood = 'well' | 'failing' | 'hanging';

export interface Receiver {
  port: number;
  mood: ReceiverMood;
  /** What arrived while it was well: the event's id in the body to the `webhook-id`s it came under. */
  arrived: Map<string, Set<string>>;
  /** When each event came first, in milliseconds of `performance.now()`. */
  arrivedAtMs: Map<string, number>;
  /** Breaks off what hangs, as a receiver does that is started again. */
  hangUp: () => void;
  /** Takes no connection until `open`. */
  shut: () => Promise<void>;
  open: () => Promise<void>;
}

/** The owner's automation: a real little server that can be well, answer 500, hang, or be gone. */
export async function startReceiver(): Promise<Receiver> {
  const arrived: Receiver['arrived'] = new Map();
  const arrivedAtMs: Receiver['arrivedAtMs'] = new Map();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (receiver.mood === 'hanging') return; // the sender's own timeout ends it
      if (receiver.mood === 'well') {
        const { id } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { id: string };
        const ids = arrived.get(id) ?? new Set();
        if (!arrivedAtMs.has(id)) arrivedAtMs.set(id, performance.now());
        arrived.set(id, ids.add(String(request.headers['webhook-id'])));
      }
      response.writeHead(receiver.mood === 'well' ? 204 : 500).end();
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    port,
    mood: 'well',
    arrived,
    arrivedAtMs,
    hangUp: () => {
      server.closeAllConnections();
    },
    shut: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
    open: () => listen(port),
  };
  return receiver;
}
