import * as http from 'node:http';
import * as https from 'node:https';
import { errorName } from '@voordeur/server';
import pTimeout from 'p-timeout';
import { answerWith, checkedAddresses, type Lookup } from './checked-addresses.js';

const keptBytes = 1_024;

export interface OutgoingRequest {
  /** POST if it's left out. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface RequestOptions {
  /** For everything: name lookup, connection, response and the start of its body. */
  timeoutMs: number;
  isAllowed: (address: string) => boolean;
  lookUp: Lookup;
  /** Certificate authorities (PEM) in place of those that Node knows. */
  authorities?: string[] | undefined;
  /** Ends it at once, because the process is shutting down. */
  stop: AbortSignal;
}

/** A response of any status, or the name of the error: `timeout`, `stopped`, `address-not-allowed` or a system code. */
export type RequestResult = Answered | { error: string };

/** The same with all of the body; one that is larger than `mostBytes` is the error `too-large`. */
export type WholeResult =
  { statusCode: number; headers: http.IncomingHttpHeaders; body: string } | { error: string };

interface Answered {
  statusCode: number;
  /** At most the first 1,024 bytes of the body. */
  responseStart: string;
  retryAfter: string | null;
}

/** Sends a request once, only to addresses that were checked. Follows no redirect and keeps no connection. Never throws. */
export function requestOnce(request: OutgoingRequest, options: RequestOptions): Promise<RequestResult> {
  return answerTo(request, options, async (response) => ({
    statusCode: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'] ?? null,
    responseStart: await readStart(response),
  }));
}

/** Likewise, for an answer that is needed whole. */
export function requestWhole(
  request: OutgoingRequest,
  { mostBytes, ...options }: RequestOptions & { mostBytes: number },
): Promise<WholeResult> {
  return answerTo(request, options, async (response) => {
    const { statusCode = 0, headers } = response;
    const body = await readWhole(response, mostBytes);
    return body === null ? { error: 'too-large' } : { statusCode, headers, body };
  });
}

async function answerTo<Answer>(
  request: OutgoingRequest,
  options: RequestOptions,
  read: (response: http.IncomingMessage) => Promise<Answer>,
): Promise<Answer | { error: string }> {
  const { timeoutMs, stop, isAllowed, lookUp, authorities: ca } = options;
  const ending = new AbortController();
  const end = (reason: string) => {
    ending.abort(reason);
  };
  const onStop = () => {
    end('stopped');
  };
  // Not AbortSignal.any of a timeout: in Node 20 it may be collected before it fires.
  const timer = setTimeout(end, timeoutMs, 'timeout');
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  try {
    const url = new URL(request.url);
    const looking = checkedAddresses(url, isAllowed, lookUp);
    const addresses = await pTimeout(looking, { milliseconds: Infinity, signal: ending.signal });
    const response = await send(url, request, {
      lookup: answerWith(addresses),
      signal: ending.signal,
      ca,
    });
    return await read(response);
  } catch (error) {
    return { error: ending.signal.aborted ? String(ending.signal.reason) : errorName(error) };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

function send(
  url: URL,
  { method = 'POST', headers, body }: OutgoingRequest,
  how: Pick<https.RequestOptions, 'lookup' | 'signal' | 'ca'>,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const options = { method, agent: false, headers, ...how };
    const sent = request(url, options, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Only the status counts: if the body breaks off or runs out of time, the received part is kept. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  let start = Buffer.alloc(0);
  try {
    for await (const chunk of response) {
      start = Buffer.concat([start, chunk as Buffer]);
      if (start.length >= keptBytes) break;
    }
  } catch {
    // See above.
  }
  response.destroy();
  // `stream` leaves out a character that was cut in two; Postgres can't store NUL.
  return new TextDecoder().decode(start.subarray(0, keptBytes), { stream: true }).replaceAll('\0', '');
}

/** Null if it's larger. Throws if it breaks off. */
async function readWhole(response: http.IncomingMessage, mostBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > mostBytes) return null;
      chunks.push(chunk as Buffer);
    }
  } finally {
    response.destroy();
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
