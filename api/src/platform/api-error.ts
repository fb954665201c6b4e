import { errorCodes, type ErrorBody, type ErrorCode, type JustTakenAnswer } from '@voordeur/contracts/http';

interface ApiErrorOptions {
  details?: { field: string; message: string }[];
  /** Sent in seconds in the `Retry-After` header, and in minutes in the body of a 429. */
  retryAfterSeconds?: number;
  /** Instants that are free instead, for `just-taken`. */
  next?: string[];
  cause?: unknown;
}

/** A request refused for one of the reasons in the catalogue; `ErrorFilter` turns it into the response. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  private readonly details: ApiErrorOptions['details'];
  private readonly next: ApiErrorOptions['next'];

  constructor(
    readonly code: ErrorCode,
    { details, retryAfterSeconds, next, cause }: ApiErrorOptions = {},
  ) {
    super(errorCodes[code].sentence, { cause });
    this.status = errorCodes[code].status;
    this.details = details;
    this.next = next;
    this.retryAfterSeconds = retryAfterSeconds ?? (this.status === 503 ? 5 : undefined);
  }

  body(): ErrorBody | JustTakenAnswer {
    return {
      error: this.message,
      code: this.code,
      ...(this.details && { details: this.details }),
      ...(this.next && { next: this.next }),
      ...(this.status === 429 && { retryAfter: Math.max(1, Math.ceil((this.retryAfterSeconds ?? 60) / 60)) }),
    };
  }
}

/** A query with one invalid parameter. */
export function invalidParameter(field: string, message: string): ApiError {
  return new ApiError('invalid-query', { details: [{ field, message }] });
}

/** A body with one invalid field. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid-body', { details: [{ field, message }] });
}
