import { applyDecorators, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerLimitDetail, ThrottlerModule } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.js';
import { clientOf } from './client.js';
import { Config } from './config.js';
import { type RateLimitName, rateLimits, RateLimitStorage, rateLimitWindowMs } from './rate-limits.js';

type NameOfBody = (body: unknown) => RateLimitName;
const LimitName = Reflector.createDecorator<RateLimitName | NameOfBody>();

/** Limits by the address that nginx saw, and refuses in the contract's form. */
@Injectable()
class RateLimitGuard extends ThrottlerGuard {
  protected override getTracker(request: FastifyRequest): Promise<string> {
    return Promise.resolve(clientOf(request).address);
  }

  /** The storage gets the limit's name too. */
  protected override generateKey(_context: ExecutionContext, address: string): string {
    return address;
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    throw new ApiError('too-many-requests', { retryAfterSeconds: timeToBlockExpire });
  }
}

/** For handlers: applies one of the limits, whose name may depend on the body. */
export function RateLimit(name: RateLimitName | NameOfBody) {
  return applyDecorators(LimitName(name), UseGuards(RateLimitGuard));
}

/** A throttler for each limit by its name; a handler uses the one that its `@RateLimit` names. */
export const rateLimiting = ThrottlerModule.forRootAsync({
  inject: [RateLimitStorage, Config, Reflector],
  useFactory: (storage: RateLimitStorage, { rateLimit }: Config, reflector: Reflector) => ({
    storage,
    setHeaders: false,
    throttlers: Object.entries(rateLimits).map(([name, limit]) => ({
      name,
      limit,
      ttl: rateLimitWindowMs,
      skipIf: (context) => !rateLimit || limitOf(context, reflector) !== name,
    })),
  }),
});

function limitOf(context: ExecutionContext, reflector: Reflector): RateLimitName {
  const name = reflector.get(LimitName, context.getHandler());
  return typeof name === 'function' ? name(context.switchToHttp().getRequest<FastifyRequest>().body) : name;
}
