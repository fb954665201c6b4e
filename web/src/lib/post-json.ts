import { throwUnlessOk } from './http-error';

/** Posts a body as JSON; throws an HttpError if the answer isn't ok, and fetch's own TypeError without an answer. */
export async function postJson(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return throwUnlessOk(response);
}
