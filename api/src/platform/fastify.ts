import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { translationLimits } from '@voordeur/contracts/http';
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
import { takeLargeBodies } from './large-bodies.js';

const bodyLimit = 32 * 1_024;
/** What nginx makes; anything else would let a client write into our logs. */
const requestId = /^[0-9a-f]{32}$/;
/** The id of a call that did not come through nginx: this, and its number. */
const ownIdPrefix = randomBytes(10).toString('hex');

/** Fastify as this api runs it. Create the app with `bodyParser: false`: the parsers are Fastify's own. */
export function createFastify(logger: Logger): FastifyAdapter {
  let ownCalls = 0;
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    // A logger per request would cost more than the hot calls themselves.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: 15_000,
    genReqId: (request: { headers: IncomingHttpHeaders }) => {
      const given = request.headers['x-request-id'];
      if (typeof given === 'string' && requestId.test(given)) return given;
      ownCalls += 1;
      return ownIdPrefix + ownCalls.toString(16).padStart(12, '0');
    },
    // A request that came in before the end is answered as any other; its connection closes after it.
    return503OnClosing: false,
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    // A path that cannot be decoded reaches no hook and no filter.
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
    // An empty body is none: some fetchers name a type and send nothing (logout).
    if (body === '') done(null);
    else if (isTooDeep(body as string)) done(new ApiError('invalid-body'));
    else void parseJson(request, body as string, done);
  });
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseOneClick);
  fastify.addHook('onRoute', (route) => {
    // A file of all texts is larger than any other body; nginx has the same exception.
    if (route.url === '/api/admin/translations/import') {
      Object.assign(route, takeLargeBodies(translationLimits.importBytes));
    }
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('cache-control', 'no-store');
    // Fastify would read and parse the body first.
    if (request.is404) done(new ApiError('not-found'));
    else done();
  });
  // close() ends the connections that are idle at that moment; those whose answer is still to come are ended
  // as they fall idle, or nginx would hold them open for a minute.
  fastify.addHook('preClose', (done) => {
    const closing = setInterval(() => {
      fastify.server.closeIdleConnections();
    }, 50).unref();
    fastify.server.once('close', () => {
      clearInterval(closing);
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions;
    const isPlain = route.startsWith('/api/health/') || (config.isFlood && reply.statusCode === 202);
    // A line for each accepted flood would cost a tenth of the call, and nginx has one.
    const level = isPlain ? 'debug' : 'info';
    if (logger.isLevelEnabled(level))
      logger[level]({
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        requestId: request.id,
      });
    done();
  });
  return adapter;
}

/** Mail programs unsubscribe with a form (RFC 8058); nothing else is taken in that shape. */
function parseOneClick(
  request: { routeOptions: { url?: string | undefined } },
  body: string,
  done: (error: Error | null, parsed?: URLSearchParams) => void,
): void {
  if (request.routeOptions.url !== '/api/unsubscribe') done(new ApiError('unsupported-media-type'));
  else done(null, new URLSearchParams(body));
}

/** Bytes that are no HTTP at all never become a request, so the filter does not see them. */
function answerBrokenRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify(new ApiError('bad-request').body());
  const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: `;
  socket.end(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
