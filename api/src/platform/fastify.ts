import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { ErrorCode } from '@voordeur/contracts/http';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from './api-error.js';
import { isTooDeep } from './json-depth.js';
import { acceptLargeBodies } from './large-bodies.js';
import { type RequestTimer, timerOf } from './metrics.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses that are logged at `debug` only: all of them, or those with a 202. */
    quiet?: 'all' | 'accepted';
    /** False: @fastify/otel doesn't trace it. */
    otel?: boolean;
    /** Set by `@LargeBody`. */
    largeBody?: { maxBytes: number; tooLarge: ErrorCode };
    /** The body is `application/octet-stream`; the handler gets it as a `Buffer`. */
    acceptsBytes?: boolean;
    /** The body may also be a form; the handler gets it as `URLSearchParams`. */
    acceptsForm?: boolean;
    /** The handler gets the body as it came, because its signature is of exactly that. */
    rawBody?: boolean;
    /** Set for every route. */
    time?: RequestTimer;
  }
}

const bodyLimit = 32 * 1_024;
/** The ids that nginx generates; any other value would let a client write into our logs. */
const requestId = /^[0-9a-f]{32}$/;
/** A request that did not come through nginx gets this prefix and a number as its id. */
const ownIdPrefix = randomBytes(10).toString('hex');

/** Fastify as this api runs it. Create the app with `bodyParser: false`: the parsers are Fastify's own. */
export function createFastify(logger: Logger): FastifyAdapter {
  let ownIds = 0;
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    // Creating a logger per request would cost more than handling a hot request.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: 15_000,
    // nginx keeps its connections for ten minutes, and must be the one that ends them.
    keepAliveTimeout: 660_000,
    genReqId: (request: { headers: IncomingHttpHeaders }) => {
      const fromNginx = request.headers['x-request-id'];
      if (typeof fromNginx === 'string' && requestId.test(fromNginx)) return fromNginx;
      ownIds += 1;
      return ownIdPrefix + ownIds.toString(16).padStart(12, '0');
    },
    // Requests received before shutdown get their normal response; then their connection closes.
    return503OnClosing: false,
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    // A path that cannot be decoded never reaches the hooks or the error filter.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const refusal = new ApiError('bad-request');
      void reply.code(refusal.status).header('x-request-id', request.id).send(refusal.body());
    },
    clientErrorHandler: answerBrokenRequest,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser(['text/plain', 'application/json']);
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients name a type and send no body (logout).
    if (request.routeOptions.config.rawBody) done(null, body);
    else if (body === '') done(null);
    else if (isTooDeep(body as string)) done(new ApiError('invalid-body'));
    else void parseJson(request, body as string, done);
  });
  fastify.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.acceptsBytes) done(null, body);
    else done(new ApiError('unsupported-media-type'));
  });
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    fastify.addContentTypeParser(type, { parseAs: 'string' }, parseForm);
  fastify.addHook('onRoute', (route) => {
    const { largeBody } = route.config ?? {};
    if (largeBody) Object.assign(route, acceptLargeBodies(largeBody.maxBytes));
    route.config = { ...route.config, time: timerOf(route), otel: route.config?.quiet !== 'all' };
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('cache-control', 'no-store');
    // Without this Fastify would read and parse the body before it responds with 404.
    if (request.is404) done(new ApiError('not-found'));
    // Nothing here unpacks: a packed body would be called malformed, and one with a valid signature refused.
    else if (isEncoded(request.headers)) done(new ApiError('unsupported-encoding'));
    else done();
  });
  // close() ends the connections that are idle at that moment. The others are closed here as they become idle;
  // otherwise nginx would keep them open for a minute.
  fastify.addHook('preClose', (done) => {
    const closing = setInterval(() => {
      fastify.server.closeIdleConnections();
    }, 50).unref();
    fastify.server.once('close', () => {
      clearInterval(closing);
    });
    done();
  });
  const timeUnknown = timerOf(null);
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions;
    const durationMs = reply.elapsedTime;
    (config.time ?? timeUnknown)(reply.statusCode, durationMs);
    const isQuiet = config.quiet === 'all' || (config.quiet === 'accepted' && reply.statusCode === 202);
    // A line per accepted event would cost a tenth of the request, and nginx logs one already.
    const level = isQuiet ? 'debug' : 'info';
    if (logger.isLevelEnabled(level))
      logger[level]({
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(durationMs * 10) / 10,
        requestId: request.id,
      });
    done();
  });
  return adapter;
}

function isEncoded({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): boolean {
  return encoding.trim().toLowerCase() !== 'identity';
}

function parseForm(
  { routeOptions, headers }: FastifyRequest,
  body: string,
  done: (error: Error | null, parsed?: URLSearchParams) => void,
): void {
  const type = headers['content-type'] ?? '';
  if (!routeOptions.config.acceptsForm) done(new ApiError('unsupported-media-type'));
  else if (!/^multipart\//i.test(type)) done(null, new URLSearchParams(body));
  // The platform's own parser of RFC 7578, which fails for a body that isn't one.
  else
    // oxlint-disable-next-line typescript/no-deprecated -- because it reads all into memory, and that is 32 KB at most
    new Response(body, { headers: { 'content-type': type } }).formData().then(
      (form) => {
        const fields = new URLSearchParams();
        for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value);
        done(null, fields);
      },
      () => {
        done(new ApiError('invalid-body'));
      },
    );
}

/** Bytes that are not HTTP never become a request, so the error filter does not see them. */
function answerBrokenRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify(new ApiError('bad-request').body());
  const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: `;
  socket.end(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
