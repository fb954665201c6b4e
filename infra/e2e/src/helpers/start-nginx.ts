import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { freePort } from '@voordeur/testing';

const root = resolve(import.meta.dirname, '../../../..');

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
  const apiPort = await listen(upstream);
  const port = await freePort();

  symlinkSync(join(root, 'nginx.conf'), join(dir, 'nginx.conf'));
  execFileSync(join(root, 'infra/operate/docker/write-nginx-include.sh'), [dir], {
    env: {
      PATH: process.env['PATH'],
      LISTEN: `127.0.0.1:${port}`,
      WEB_ROOT: join(dir, 'web'),
      API_SERVERS: `127.0.0.1:${apiPort}`,
      ...given.settings,
    },
  });
  appendFileSync(join(dir, 'include/http.conf'), given.http ?? '');
  // A file, not a pipe: nginx reopens /dev/stdout, which Node's sockets don't allow.
  const logFile = join(dir, 'nginx.log');
  const log = openSync(logFile, 'a');
  const nginx = spawn(
    'nginx',
    ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'],
    { stdio: ['ignore', log, log] },
  );
  const ended = new Promise<void>((done) =>
    nginx.once('exit', () => {
      done();
    }),
  );
  await untilListening(port, () => nginx.exitCode === null, logFile);

  const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 });
  const accessLog = () => readFileSync(logFile, 'utf8');

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
    ask: (path, how = {}) =>
      new Promise((done, failed) => {
        const { method = 'GET', headers = {}, body, from, inOrder = false } = how;
        const sent = request(
          {
            host: '127.0.0.1',
            port,
            path,
            method,
            headers,
            agent: inOrder && oneConnection,
            ...(from && { localAddress: from }),
          },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('end', () => {
              done({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: Buffer.concat(parts),
              });
            });
          },
        );
        sent.on('error', failed);
        sent.end(body);
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
    stopUpstream: () => close(upstream),
    close: async () => {
      oneConnection.destroy();
      nginx.kill('SIGTERM');
      await ended;
      if (upstream.listening) await close(upstream);
      rmSync(dir, { recursive: true });
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      done((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) =>
    server.close(() => {
      done();
    }),
  );
}

async function untilListening(port: number, running: () => boolean, logFile: string): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      socket
        .once('connect', () => {
          done(true);
        })
        .once('error', () => {
          done(false);
        });
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    if (!running()) throw new Error(`nginx did not start:\n${readFileSync(logFile, 'utf8')}`);
    await wait(20);
  }
}
