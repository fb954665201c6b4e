import { throwUnlessOk } from './http-error';

/** Posts a body as JSON; throws an HttpError when the answer is not ok, fetch's own TypeError when there is none. */
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
