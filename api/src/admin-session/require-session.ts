import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiKeyPrefix } from '@voordeur/contracts/http';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { RateLimitStorage } from '../platform/rate-limits.js';
import { AdminSessions, type OpenSession } from './admin-sessions.js';
import { ApiKeys } from './api-keys.js';
import { isFromOwnPage, readSessionCookie } from './session-cookie.js';

/** The login opens a session, and the public site reads the changed texts. */
const publicCalls = new Set(['POST /api/admin/login', 'GET /api/admin/translations']);

const sessionOfRequest = new WeakMap<FastifyRequest, OpenSession>();

/** Every call below /api/admin/ needs a session (or for figures an API key) except those two, so a new call is protected unless it's listed here. */
export function needsSession(method: string, path: string): boolean {
  const listed = method === 'HEAD' ? 'GET' : method;
  return path.startsWith('/api/admin/') && !publicCalls.has(`${listed} ${path}`);
}

/**
 * Protects the admin area: a request needs the token of an open session, whose row is read each time; or, for some figures,
 * an API key. This is a hook rather
 * than a Nest guard because guards run after the body is parsed, and a stranger's body shouldn't even be read (Node drains
 * it, so the connection stays usable). Call it before routes are registered, that is before `app.init()`.
 */
export function requireSession(app: NestFastifyApplication): void {
  const limits = app.get(RateLimitStorage);
  const sessions = app.get(AdminSessions);
  const keys = app.get(ApiKeys);

  async function check(request: FastifyRequest): Promise<void> {
    await limits.count('admin', clientOf(request).address);
    const token = readToken(request);
    if (token?.startsWith(apiKeyPrefix)) {
      await keys.check(token, request.method, request.routeOptions.url);
      return;
    }
    const session = await sessions.find(token);
    if (!session) throw new ApiError('session-expired');
    // A browser sends the cookie by itself, so a call that changes something must come from one of our own pages.
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    const isByCookie = request.headers.authorization === undefined;
    if (isByCookie && !isSafe && !isFromOwnPage(request)) throw new ApiError('foreign-origin');
    sessionOfRequest.set(request, session);
  }

  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if ([route.method].flat().some((method) => needsSession(method, route.url))) route.onRequest = check;
    });
}

/** The token that came with a request: of a program in its `authorization`, of a browser in its cookie. */
export function readToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return readSessionCookie(request);
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** The session of a request that needs one. */
export function sessionOf(request: FastifyRequest): OpenSession {
  const session = sessionOfRequest.get(request);
  if (!session) throw new Error('this call needs no session, so it has none');
  return session;
}
