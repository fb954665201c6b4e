import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  method: string;
  headers: Record<string, string>;
  body: string;
  path: string;
  /** Milliseconds of a clock that only goes forward. */
  atMs: number;
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

/** An owner's endpoint: a real server that keeps its requests and answers as `answerWith` says, 204 at first. */
export async function startReceiver({ host = '127.0.0.1', port = 0 } = {}) {
  const requests: Received[] = [];
  const arrivals = new EventEmitter();
  let connections = 0;
  let answer: Answer = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString('utf8'),
        path: request.url ?? '',
        atMs: performance.now(),
      };
      requests.push(received);
      answer(response, received, request);
      arrivals.emit('request');
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  return {
    requests,
    port: address.port,
    url: `http://${host}:${address.port}/hook`,
    connections: () => connections,
    answerWith(next: Answer) {
      answer = next;
    },
    /** Resolves with the requests when there are as many. */
    async until(count: number) {
      while (requests.length < count) await once(arrivals, 'request');
      return requests;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export const answerStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();
