import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { writeConfiguration } from '@voordeur/operate/local/nginx.js';
import { root } from '@voordeur/operate/local/settings.js';
import { until } from '@voordeur/operate/local/until.js';
import { endServer, freePort, spawnServer } from '@voordeur/testing';

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface Edge {
  /** The folder nginx was started in. */
  dir: string;
  /** Its origin, for a browser. */
  address: string;
  /**
   * Sends one request; `from` is the loopback address it is sent from. Those that are `inOrder` share a connection and so
   * a worker process, which reports them one after the other.
   */
  ask: (
    path: string,
    how?: {
      method?: string;
      headers?: Record<string, string>;
      body?: string;
      from?: string;
      inOrder?: boolean;
    },
  ) => Promise<Answer>;
  /** Requests that the upstream saw, oldest first. */
  seen: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  /** Sends raw bytes and gives all that came back, until nginx closes or is silent for `silentMs`. */
  askRaw: (bytes: string, silentMs?: number) => Promise<string>;
  /** The line of the access log that holds `text`; nginx writes it a moment after its answer. */
  logged: (text: string) => Promise<string>;
  accessLog: () => string;
  /** The summary of what was refused since the last one; empty when nothing was. */
  countRefused: () => string;
  stopUpstream: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * The real nginx with the real nginx.conf in front of `files` (name to content) and a real small server in the
 * api's place, on ports of their own.
 */
export async function startEdge(given: {
  files?: Record<string, string>;
  /** Pages, scripts, styles and drawings lie there in gzip and Brotli too, as the build leaves them. */
  compressed?: boolean;
  /** More to do in the folder of the files before nginx starts. */
  onFiles?: (dir: string) => void;
  settings?: Record<string, string>;
  /** More directives of its http block, such as a log of the test's own. */
  http?: string;
  answer?: (request: IncomingMessage, response: ServerResponse) => void;
}): Promise<Edge> {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-edge-'));
  // nginx started by root works as `nobody`.
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, 'web'));
  const written = {
    'private/languages': 'en nl',
    'private/admin-pages': 'admin admin/analytics admin/leads shared',
    'private/page-policy': "default-src 'none'; script-src 'self'",
    ...given.files,
  };
  for (const [name, content] of Object.entries(written)) {
    mkdirSync(dirname(join(dir, 'web', name)), { recursive: true });
    const file = join(dir, 'web', name);
    writeFileSync(file, content);
    if (!given.compressed || !/\.(html|js|css|svg|vtt)$/.test(name)) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content));
  }

  given.onFiles?.(join(dir, 'web'));

  const seen: Edge['seen'] = [];
  const upstream = createServer((incoming, response) => {
    seen.push({ method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers });
    incoming.resume().on('end', () => {
      if (given.answer) given.answer(incoming, response);
      else response.end('{}');
    });
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const { port: apiPort } = upstream.address() as AddressInfo;
  const port = await freePort();

  writeConfiguration(dir, root, {
    LISTEN: `127.0.0.1:${port}`,
    WEB_ROOT: join(dir, 'web'),
    API_SERVERS: `127.0.0.1:${apiPort}`,
    ...given.settings,
  });
  appendFileSync(join(dir, 'include/http.conf'), given.http ?? '');
  // A file, not a pipe: nginx reopens /dev/stdout, which Node's sockets don't allow.
  const logFile = join(dir, 'nginx.log');
  const log = openSync(logFile, 'a');
  const nginx = spawnServer(
    'nginx',
    ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'],
    { stdio: ['ignore', log, log] },
  );
  const listens = async () => {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(Boolean, () => false);
    socket.destroy();
    return isOpen || nginx.exitCode !== null;
  };
  await until(listens, { withinMs: 20_000, everyMs: 20 });
  if (nginx.exitCode !== null) throw new Error(`nginx did not start:\n${readFileSync(logFile, 'utf8')}`);

  const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 });
  const accessLog = () => readFileSync(logFile, 'utf8');
  const stopUpstream = async () => {
    if (!upstream.listening) return;
    upstream.closeAllConnections();
    await once(upstream.close(), 'close');
  };

  return {
    address: `http://127.0.0.1:${port}`,
    dir,
    seen,
    accessLog,
    countRefused: () =>
      execFileSync(join(root, 'infra/operate/docker/count-refused.sh'), [dir], { encoding: 'utf8' }),
    logged: async (text) => {
      for (;;) {
        const line = accessLog()
          .split('\n')
          .find((written) => written.includes(text));
        if (line !== undefined) return line;
        await wait(5);
      }
    },
    ask: (path, { method = 'GET', headers = {}, body: sent, from, inOrder = false } = {}) =>
      new Promise((done, failed) => {
        const agent = inOrder && oneConnection;
        const to = { host: '127.0.0.1', port, path, method, headers, agent };
        request({ ...to, ...(from && { localAddress: from }) }, (response) => {
          const { statusCode: status = 0, headers } = response;
          buffer(response).then((body) => {
            done({ status, headers, body });
          }, failed);
        })
          .on('error', failed)
          .end(sent);
      }),
    askRaw: (bytes, silentMs = 0) =>
      new Promise((done, failed) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
        socket.setTimeout(silentMs, () => socket.destroy());
        socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
        socket.on('close', () => {
          done(text);
        });
        socket.on('error', failed);
      }),
    stopUpstream,
    close: async () => {
      oneConnection.destroy();
      await endServer(nginx, 'SIGTERM');
      await stopUpstream();
      rmSync(dir, { recursive: true });
    },
  };
}
