import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { clientOf } from './client.js';
import { RateLimits } from './rate-limits.js';

interface Limit {
  subject: string | ((body: unknown) => string);
  perMinute: number;
}
const CallLimit = Reflector.createDecorator<Limit>();

@Injectable()
class RateLimitGuard implements CanActivate {
  constructor(
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { subject, perMinute } = this.reflector.get(CallLimit, context.getHandler());
    const counted = typeof subject === 'function' ? subject(request.body) : subject;
    await this.limits.count(counted, perMinute, clientOf(request).address);
    return true;
  }
}

/** For handlers: limits requests per minute and address. Handlers with the same subject share a count, in all processes. */
export function RateLimit(subject: Limit['subject'], perMinute: number) {
  return applyDecorators(CallLimit({ subject, perMinute }), UseGuards(RateLimitGuard));
}
