import type { RouteShorthandOptions } from 'fastify';
import { ApiError } from './api-error.js';

/** A megabyte of text may take fifty times that once it's parsed. */
const mostAtOnce = 2;

/** What a route adds to take a body larger than the others, of which few are read at a time. */
export function takeLargeBodies(bodyLimit: number): Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing'> {
  let open = 0;
  return {
    bodyLimit,
    preParsing: (_request, reply, payload, done) => {
      if (open >= mostAtOnce) {
        done(new ApiError('too-many-requests', { retryAfterSeconds: 1 }));
        return;
      }
      open += 1;
      // Comes however the call ends, also when the client goes away.
      reply.raw.once('close', () => {
        open -= 1;
      });
      done(null, payload);
    },
  };
}
