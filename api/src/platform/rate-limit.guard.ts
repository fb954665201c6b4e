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

/** For handlers: so many calls a minute per address. A subject is counted together wherever it stands, in all processes. */
export function RateLimit(subject: Limit['subject'], perMinute: number) {
  return applyDecorators(CallLimit({ subject, perMinute }), UseGuards(RateLimitGuard));
}
