import { RouteConfig } from '@nestjs/platform-fastify';
import type { ErrorCode } from '@voordeur/contracts/http';
import type { FastifyContextConfig, RouteShorthandOptions } from 'fastify';
import { ApiError } from './api-error.js';

/** A megabyte of text can take fifty times that once it's parsed. */
const maxConcurrent = 2;

/** For a handler whose body may be larger than other bodies. `tooLarge` is the code of its 413. nginx needs the same limit. */
export function LargeBody(maxBytes: number, tooLarge: ErrorCode, more: FastifyContextConfig = {}) {
  return RouteConfig({ ...more, largeBody: { maxBytes, tooLarge } } satisfies FastifyContextConfig);
}

/** Route options that accept a larger body but read only a few of them at a time. */
export function acceptLargeBodies(
  bodyLimit: number,
): Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing'> {
  let open = 0;
  return {
    bodyLimit,
    preParsing: (_request, reply, payload, done) => {
      if (open >= maxConcurrent) {
        done(new ApiError('too-many-requests', { retryAfterSeconds: 1 }));
        return;
      }
      open += 1;
      // Emitted however the request ends, including when the client disconnects.
      reply.raw.once('close', () => {
        open -= 1;
      });
      done(null, payload);
    },
  };
}
