import { HttpAdapterHost } from '@nestjs/core';
import { acceptedSchema } from '@voordeur/contracts/http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.js';
import { type Client, clientOf } from './client.js';
import type { Config } from './config.js';
import { FixedWindow } from './fixed-window.js';

/** A POST that every page sends. */
export interface HotRoute {
  path: string;
  summary: string;
  /** JSON schema. */
  body: object;
  /** Per address. */
  perMinute: number;
}

/** An event's id, and a promise that resolves once the event is on disk. */
export interface PendingEvent {
  id: string;
  stored: Promise<void>;
}

/**
 * Adds a POST that responds with 202 and the event's id once the event that `accept` returned is stored. It is a
 * Fastify route because Nest's router takes a fifth of such a request (infra/decisions/0011). Errors go through the same
 * filter as everywhere else.
 */
export function addHotRoute(
  { httpAdapter }: HttpAdapterHost,
  { rateLimit }: Config,
  { path, body, perMinute }: HotRoute,
  accept: (validBody: unknown, client: Client) => PendingEvent,
): void {
  const fastify = httpAdapter.getInstance<FastifyInstance>();
  const calls = rateLimit ? new FixedWindow(perMinute) : null;
  const options = {
    schema: { body, response: { 202: acceptedSchema } },
    config: { quiet: 'accepted' as const },
  };
  fastify.post(path, options, (request, reply) => {
    const client = clientOf(request);
    const retryAfterSeconds = calls?.take(client.address) ?? null;
    if (retryAfterSeconds !== null) throw new ApiError('too-many-requests', { retryAfterSeconds });
    const { id, stored } = accept(request.body, client);
    stored.then(
      () => reply.code(202).send({ id }),
      (error: unknown) => reply.send(error),
    );
  });
}
