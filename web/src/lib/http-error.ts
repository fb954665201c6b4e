/** A call that was answered, but not with ok. Its text is the status, a colon, and the body or the status text. */
export class HttpError extends Error {
  override name = 'HttpError';

  constructor(
    readonly status: number,
    readonly body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
  }
}

/** Hands the answer on, or throws it as an HttpError. */
export async function throwUnlessOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response.status, await response.text(), response.statusText);
}

/** Did the api say that the token is no longer good? */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof HttpError && (failure.status === 401 || failure.status === 403);
}
