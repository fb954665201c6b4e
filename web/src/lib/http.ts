import type { ErrorBody, ErrorCode } from '@voordeur/contracts/http';

/** A call whose answer isn't ok. Its message is the status, a colon, and the body or the status text. */
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

/** A call that has no answer by then has failed; the form keeps its text, to be sent again. */
const answerLimitMs = 20_000;

/** Aborts a call when its time is up, or when `signal` does. */
export function withTimeLimit(signal?: AbortSignal | null): AbortSignal {
  const limit = AbortSignal.timeout(answerLimitMs);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/**
 * Posts a body as JSON. Throws an HttpError if the answer isn't ok; without an answer, fetch's own TypeError, or a
 * TimeoutError after 20 seconds.
 */
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
    signal: withTimeLimit(),
  });
  return throwUnlessOk(response);
}

/** A random UUID, also on a page without https, where `crypto.randomUUID` is absent. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
