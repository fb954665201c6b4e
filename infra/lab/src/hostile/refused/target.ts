import { connect } from 'node:net';
import type { Settings } from '@voordeur/operate/local/settings.js';

/** What came back over one connection. */
export interface Reply {
  /** Of each answer, in order; none where the connection only ended. */
  statuses: number[];
  /** Everything, heads and bodies. */
  text: string;
  /** Until the connection ended. */
  ms: number;
}

interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The loopback address to send from. Each request has another unless it's given, so that no limit comes between. */
  from?: string;
}

/** The stack that is attacked, and how often it failed. */
export interface Target {
  settings: Settings;
  /** A loopback address that nothing was sent from yet, and that is no trusted proxy. */
  nextAddress: () => string;
  /** Bytes as they are, to nginx or to another port. Ends when the other side does, or stays silent for `silentMs`. */
  send: (bytes: string | Buffer, how?: { from?: string; port?: number; silentMs?: number }) => Promise<Reply>;
  /** A request as it's written here: no path is normalized, no header checked. */
  ask: (path: string, how?: Request) => Promise<Reply>;
  postJson: (path: string, body: unknown, how?: Request) => Promise<Reply>;
  /** Notes a try: whether it was refused, or came to nothing. */
  expect: (what: string, isRefused: boolean, instead?: Reply | string) => void;
}

/** One kind of attack. Throws only where it couldn't be tried. */
export type Kind = (target: Target) => Promise<void>;

export interface Count {
  tries: number;
  /** What was not refused, with what came instead. */
  open: string[];
  /** Answers 5xx, but for 501: nginx' word for a transfer encoding that there isn't. */
  failures: string[];
}

/** Taken so far, by all kinds together. */
let addresses = 0;

/** The target, and the count of what is tried on it from now on. */
export function openTarget(settings: Settings): { target: Target; count: Count } {
  const count: Count = { tries: 0, open: [], failures: [] };
  const nextAddress = () => {
    addresses += 1;
    return `127.${64 + ((addresses >> 16) & 63)}.${(addresses >> 8) & 255}.${addresses & 255 || 1}`;
  };

  const send: Target['send'] = async (bytes, how = {}) => {
    const { from = nextAddress(), port = settings.webPort, silentMs = 15_000 } = how;
    const reply = await exchange(bytes, { from, port, silentMs });
    const failed = reply.statuses.find((status) => status >= 500 && status !== 501);
    if (failed !== undefined) count.failures.push(`${failed} to ${JSON.stringify(start(bytes.toString()))}`);
    return reply;
  };
  const ask: Target['ask'] = (path, { method = 'GET', headers = {}, body, from } = {}) => {
    const all = { host: `127.0.0.1:${settings.webPort}`, connection: 'close', ...headers };
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const lines = Object.entries({ ...length, ...all }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    return send(body === undefined ? head : Buffer.concat([head, Buffer.from(body)]), from ? { from } : {});
  };
  const target: Target = {
    settings,
    nextAddress,
    send,
    ask,
    postJson: (path, body, how) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        ...how,
        headers: { 'content-type': 'application/json', ...how?.headers },
      }),
    expect: (what, isRefused, instead = '') => {
      count.tries += 1;
      if (isRefused) return;
      const came =
        typeof instead === 'string' ? instead : `${instead.statuses.join()} ${start(instead.text)}`;
      count.open.push(`${what}: ${came}`);
    },
  };
  return { target, count };
}

/** Its beginning, on one line. */
const start = (text: string) => text.slice(0, 300).replace(/\s+/g, ' ');

/** Whether there was exactly one answer, of one of these statuses. */
export function isStatus(reply: Reply, ...wanted: number[]): boolean {
  return reply.statuses.length === 1 && wanted.includes(reply.statuses[0] ?? 0);
}

/** The head of the first answer. */
export function headOf({ text }: Reply): string {
  return text.split('\r\n\r\n', 1)[0] ?? '';
}

/** The JSON of the last answer's body, or of nothing. */
export function jsonOf({ text }: Reply): Record<string, unknown> {
  const body = /\{.*\}/s.exec(text.slice(text.indexOf('\r\n\r\n')))?.[0];
  return JSON.parse(body ?? '{}') as Record<string, unknown>;
}

/** A token of the owner's, by her own key. */
export async function ownerToken({ postJson, settings }: Target): Promise<string> {
  const reply = await postJson('/api/admin/login', { secretKey: settings.environment['ADMIN_SECRET_KEY'] });
  const { token } = jsonOf(reply);
  if (typeof token !== 'string') throw new Error(`The owner can't log in: ${reply.text}`);
  return token;
}

function exchange(
  bytes: string | Buffer,
  { from, port, silentMs }: { from: string; port: number; silentMs: number },
): Promise<Reply> {
  return new Promise((resolve) => {
    const startMs = performance.now();
    const parts: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    socket.setTimeout(silentMs, () => socket.destroy());
    socket.on('data', (part) => parts.push(part));
    // A server that has refused may close before all was written.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const text = Buffer.concat(parts).toString('latin1');
      const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(([, status]) => Number(status));
      resolve({ statuses, text, ms: performance.now() - startMs });
    });
    socket.write(bytes);
  });
}
