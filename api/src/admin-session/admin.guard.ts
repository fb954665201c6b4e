import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.js';
import { RateLimit } from '../platform/rate-limit.guard.js';
import { AdminSessions, type OpenSession } from './admin-sessions.js';

const sessionOfRequest = new WeakMap<FastifyRequest, OpenSession>();

/** Lets a call with the token of an open session pass; reads the session's row each time. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(private readonly sessions: AdminSessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const session = token === undefined ? null : await this.sessions.find(token);
    if (!session) throw new ApiError('session-expired');
    sessionOfRequest.set(request, session);
    return true;
  }
}

/** For controllers and handlers of the admin area: counts calls, then asks for an open session. */
export function AdminOnly() {
  return applyDecorators(RateLimit('admin', 600), UseGuards(AdminGuard));
}

/** The session that opened this call; only behind `AdminOnly`. */
export function sessionOf(request: FastifyRequest): OpenSession {
  const session = sessionOfRequest.get(request);
  if (!session) throw new Error('no session: the handler lacks AdminOnly');
  return session;
}
