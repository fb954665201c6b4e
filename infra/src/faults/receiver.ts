import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Receiver {
  port: number;
  mood: 'well' | 'failing' | 'hanging';
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
    void text(request).then((body) => {
      if (receiver.mood === 'hanging') return; // the sender's own timeout ends it
      if (receiver.mood === 'well') {
        const { id } = JSON.parse(body) as { id: string };
        const ids = arrived.get(id) ?? new Set();
        if (!arrivedAtMs.has(id)) arrivedAtMs.set(id, performance.now());
        arrived.set(id, ids.add(String(request.headers['webhook-id'])));
      }
      response.writeHead(receiver.mood === 'well' ? 204 : 500).end();
    });
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
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
    shut: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
    open: () => listen(port),
  };
  return receiver;
}
