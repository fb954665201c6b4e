import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { RateLimits } from '../platform/rate-limits.js';
import { AdminSessions, type OpenSession } from './admin-sessions.js';

const callsPerMinute = 600;
/** The login opens a session, and the site itself reads the changed texts. */
const openCalls = new Set(['POST /api/admin/login', 'GET /api/admin/translations']);

const sessionOfRequest = new WeakMap<FastifyRequest, OpenSession>();

/** Every call below /api/admin/ needs one but those two, so a new call is closed unless it's named here. */
export function needsSession(method: string, path: string): boolean {
  const asked = method === 'HEAD' ? 'GET' : method;
  return path.startsWith('/api/admin/') && !openCalls.has(`${asked} ${path}`);
}

/**
 * Lets a call of the admin area pass with the token of an open session, whose row is read each time. It's a hook and
 * not one of Nest's guards because those run once the body is parsed: a stranger's body isn't even read. Node drains
 * what comes of it, so the connection stays usable. Call it before the routes are made, that is before `app.init()`.
 */
export function requireSession(app: NestFastifyApplication): void {
  const limits = app.get(RateLimits);
  const sessions = app.get(AdminSessions, { strict: false });

  async function check(request: FastifyRequest): Promise<void> {
    await limits.count('admin', callsPerMinute, clientOf(request).address);
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const session = token === undefined ? null : await sessions.find(token);
    if (!session) throw new ApiError('session-expired');
    sessionOfRequest.set(request, session);
  }

  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if ([route.method].flat().some((method) => needsSession(method, route.url))) route.onRequest = check;
    });
}

/** The session that opened this call; only where one is needed. */
export function sessionOf(request: FastifyRequest): OpenSession {
  const session = sessionOfRequest.get(request);
  if (!session) throw new Error('no session: this call is open to all');
  return session;
}
