import { throwUnlessOk } from './http-error';

/** Posts a body as JSON; throws an HttpError when the answer is not ok, fetch's own TypeError when there is none. */
export function postJson(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return sendJson('POST', path, body, headers);
}

/** As `postJson`, by another method. */
export async function sendJson(
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return throwUnlessOk(response);
}
