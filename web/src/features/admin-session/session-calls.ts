import type { LoginAnswer, LoginBody, SessionAnswer } from '@voordeur/contracts/http';
import { adminFetch, isUnauthorized } from '../../lib/admin-api';
import { throwUnlessOk, postJson } from '../../lib/http';

/** Trades the key, as typed, for a session; throws an HttpError when it is refused. */
export async function openSession(secretKey: string): Promise<LoginAnswer> {
  const body: LoginBody = { secretKey };
  return (await (await postJson('/api/admin/login', body)).json()) as LoginAnswer;
}

/**
 * What the api says of a stored session; null without one, or if the api refuses it. Throws when the api couldn't be
 * asked. Not by `adminFetch`: a session that ended while the page was closed isn't announced.
 */
export async function readSession(token: string | null, signal: AbortSignal): Promise<SessionAnswer | null> {
  if (token === null) return null;
  const response = await fetch('/api/admin/session', {
    headers: { authorization: `Bearer ${token}` },
    credentials: 'include',
    signal,
  });
  if (isUnauthorized(response)) return null;
  return (await (await throwUnlessOk(response)).json()) as SessionAnswer;
}

/** Ends a session in every api process; throws when that did not reach one. */
export async function endSession(): Promise<void> {
  await throwUnlessOk(await adminFetch('/api/admin/logout', { method: 'POST', keepalive: true }));
}
