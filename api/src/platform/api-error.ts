import { errorCodes, type ErrorBody, type ErrorCode } from '@voordeur/contracts/http';

interface Particulars {
  details?: { field: string; message: string }[];
  /** Seconds; sent as the header, and in minutes in the body of a 429. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A call refused for one of the catalogue's reasons; `ErrorFilter` makes the answer of it. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  private readonly details: Particulars['details'];

  constructor(
    readonly code: ErrorCode,
    { details, retryAfterSeconds, cause }: Particulars = {},
  ) {
    super(errorCodes[code].sentence, { cause });
    this.status = errorCodes[code].status;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds ?? (this.status === 503 ? 5 : undefined);
  }

  body(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.details && { details: this.details }),
      ...(this.status === 429 && { retryAfter: Math.max(1, Math.ceil((this.retryAfterSeconds ?? 60) / 60)) }),
    };
  }
}

/** A body of which one field is wrong. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid-body', { details: [{ field, message }] });
}
