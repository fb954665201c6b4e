import type { ErrorBody, ErrorCode } from '@voordeur/contracts/http';

/** A call that was answered, but not with ok. Its text is the status, a colon, and the body or the status text. */
export class HttpError extends Error {
  override name = 'HttpError';
  /** The body, where it's our api's; something between us and it may answer in another form. */
  readonly answer: Partial<ErrorBody>;

  constructor(
    readonly status: number,
    body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.answer = parse(body);
  }
}

/** True when the api refused a call for this reason. */
export function isRefusedFor(code: ErrorCode, failure: unknown): failure is HttpError {
  return failure instanceof HttpError && failure.answer.code === code;
}

/** Returns the answer, or throws it as an HttpError. */
export async function throwUnlessOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response.status, await response.text(), response.statusText);
}

function parse(body: string): Partial<ErrorBody> {
  try {
    return (JSON.parse(body) as Partial<ErrorBody> | null) ?? {};
  } catch {
    return {};
  }
}
