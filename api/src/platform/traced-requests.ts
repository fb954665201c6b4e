import { type RequestSpan, startRequest } from '@voordeur/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Traces requests under the id that nginx gave them; not the probes. A client's own `traceparent` isn't read. */
export function traceRequests(fastify: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    const span = config.quiet === 'all' ? undefined : startRequest(request.id, request.method, route);
    if (span) spans.set(request, span);
    done();
  });
  // Once the body is read: its events fire outside the context of an earlier hook.
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(reply.statusCode);
    done();
  });
}
