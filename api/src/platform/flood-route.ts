import { HttpAdapterHost } from '@nestjs/core';
import { acceptedSchema } from '@voordeur/contracts/http';
import type { FastifyInstance } from 'fastify';
import { type Client, clientOf } from './client.js';
import type { FloodLimit } from './flood-limit.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Comes in floods: its 202s have no line in the log. */
    isFlood?: boolean;
  }
}

/** What a flood's route says of itself: its path, and the JSON schema of its body. */
export interface FloodRoute {
  path: string;
  body: object;
}

/** An id, and a promise that resolves once what it names is on disk. */
export interface Taken {
  id: string;
  kept: Promise<void>;
}

/**
 * Adds a POST that is answered 202 with its id once what `accept` took is kept. It is a route of Fastify's own: Nest's
 * router takes a fifth of such a call (infra/bench/NOTES.md). What is thrown meets the same filter as all else.
 */
export function addFloodRoute(
  { httpAdapter }: HttpAdapterHost,
  { path, body }: FloodRoute,
  limit: FloodLimit,
  accept: (checkedBody: unknown, client: Client) => Taken,
): void {
  const fastify = httpAdapter.getInstance<FastifyInstance>();
  const options = { schema: { body, response: { 202: acceptedSchema } }, config: { isFlood: true } };
  fastify.post(path, options, (request, reply) => {
    const client = clientOf(request);
    limit(client.address);
    const { id, kept } = accept(request.body, client);
    kept.then(
      () => reply.code(202).send({ id }),
      (error: unknown) => reply.send(error),
    );
  });
}
