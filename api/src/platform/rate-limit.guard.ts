import { applyDecorators, type ExecutionContext, Inject, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  Throttle,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config.js';
import { ApiError } from './api-error.js';
import { clientOf } from './client.js';
import { KeyedHash } from './keyed-hash.js';

/** Counts calls per address and subject in Redis; the key is a keyed hash, so Redis holds no address. */
@Injectable()
class RateLimitGuard extends ThrottlerGuard {
  private readonly addresses: KeyedHash;

  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
    @Inject(Config) private readonly config: Config,
  ) {
    super(options, storage, reflector);
    this.addresses = new KeyedHash(config.jwtSecret, 'rate-limit-addresses');
  }

  protected override shouldSkip(): Promise<boolean> {
    return Promise.resolve(!this.config.rateLimit);
  }

  protected override getTracker(request: FastifyRequest): Promise<string> {
    return Promise.resolve(this.addresses.of(clientOf(request).address).toString('hex').slice(0, 32));
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    return `${limitedSubject(this.reflector, context, body)}:${tracker}`;
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    throw new ApiError('too-many-requests', { retryAfterSeconds: timeToBlockExpire });
  }
}

type Subject = string | ((body: unknown) => string);
const LimitedSubject = Reflector.createDecorator<Subject>();

/** So many calls a minute per address. A subject is counted together wherever it stands, in all processes. */
export function RateLimit(subject: Subject, perMinute: number) {
  return applyDecorators(
    LimitedSubject(subject),
    Throttle({ default: { limit: perMinute, ttl: 60_000 } }),
    UseGuards(RateLimitGuard),
  );
}

function limitedSubject(reflector: Reflector, context: ExecutionContext, body: unknown): string {
  const subject = reflector.getAllAndOverride(LimitedSubject, [context.getHandler(), context.getClass()]);
  return typeof subject === 'function' ? subject(body) : subject;
}
