import { readStored, removeStored, store, storageKeys } from '../config/storage';
import { throwUnlessOk, withTimeLimit } from './http';

/** In place of a token: the browser holds that in a cookie, which scripts can't read. */
const heldByBrowser = 'cookie';

/** The token of the open session, or that the browser holds it; else null. */
export function readToken(): string | null {
  return readStored(storageKeys.adminToken);
}

/** Without a token: the browser was given it in a cookie. */
export function storeToken(token: string = heldByBrowser): void {
  store(storageKeys.adminToken, token);
}

/** Headers to send with a call; none where the browser sends its cookie. */
export function authorizationOf(token: string | null): Record<string, string> {
  return token === null || token === heldByBrowser ? {} : { authorization: `Bearer ${token}` };
}

export function removeToken(): void {
  removeStored(storageKeys.legacyAdminKey);
  removeStored(storageKeys.adminToken);
}

const unauthorizedListeners = new Set<() => void>();

/** Calls back when the api no longer accepts the session's token. Returns how to stop listening. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

/** True of an answer, or the error made of it, that refuses the token: the session has ended. */
export function isUnauthorized(answer: unknown): boolean {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'status' in answer &&
    (answer.status === 401 || answer.status === 403)
  );
}

/** `fetch` with the session's token. Every call of the admin goes through here, so this is where a session ends. */
export async function adminFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const token = readToken();
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(authorizationOf(token))) headers.set(name, value);
  const response = await fetch(path, { ...init, credentials: 'include', headers });
  // The late refusal of an earlier token must not end a session that was opened since.
  if (isUnauthorized(response) && readToken() === token)
    for (const listener of unauthorizedListeners) listener();
  return response;
}

/** Fetches JSON, within 20 seconds. Throws an HttpError when it is refused. */
export async function adminGet<Answer>(path: string, signal: AbortSignal | null = null): Promise<Answer> {
  return (await (
    await throwUnlessOk(await adminFetch(path, { signal: withTimeLimit(signal) }))
  ).json()) as Answer;
}

/** Sends a body as JSON and returns the JSON of the answer, if it has one. Throws an HttpError when it is refused. */
export async function adminSend<Answer>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await adminFetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: withTimeLimit(),
  });
  const { status } = await throwUnlessOk(response);
  return (status === 204 ? undefined : await response.json()) as Answer;
}

/** The api reads it while it's sent, which takes its time for a year of rows. */
const downloadLimitMs = 120_000;

/** Fetches a file, with a body by POST, within two minutes. A link couldn't carry the token. */
export async function adminDownload(
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Blob> {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const type = body && { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(downloadLimitMs);
  const response = await adminFetch(path, { ...init, signal, headers: { ...headers, ...type } });
  return (await throwUnlessOk(response)).blob();
}
