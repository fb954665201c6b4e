import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * With `__Host-` a browser accepts it only over TLS and only from this exact host, not from a subdomain or sibling (RFC
 * 6265bis).
 */
const name = '__Host-session';

/** Whether a page of ours that came over TLS sent this. A browser names its page's origin in each call that changes something. */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  return headers.host !== undefined && headers.origin === `https://${headers.host}`;
}

/** The token that the browser was given in a cookie. */
export function readSessionCookie({ headers }: FastifyRequest): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
}

/** No script can read it, and no other site can make a browser send it. */
export function setSessionCookie(reply: FastifyReply, token: string, maxAge: number): void {
  void reply.header(
    'set-cookie',
    stringifySetCookie({
      name,
      value: token,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'strict',
      maxAge,
    }),
  );
}

/** Ends it in the browser too. */
export function clearSessionCookie(reply: FastifyReply): void {
  setSessionCookie(reply, '', 0);
}
