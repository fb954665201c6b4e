import { QueryFailedError } from 'typeorm';

interface ErrorDescription {
  type: string;
  code?: string;
  message?: string;
  at?: string[];
  cause?: ErrorDescription;
}

/**
 * The loggable parts of an error: never a query's parameters or a message from Postgres, which quotes the row it
 * rejected. `code` is then the SQLSTATE. Without `messages`, no text at all, for work whose errors may quote its data.
 */
export function describeError(error: unknown, { messages = true } = {}): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const fromPostgres = error instanceof QueryFailedError || 'severity' in error;
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && { code }),
    ...(messages && !fromPostgres && { message: error.message }),
    at: (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at ')),
    ...(error.cause !== undefined && { cause: describeError(error.cause, { messages }) }),
  };
}

/** An error's code or class, for a place that must not hold any text: it may quote somebody's data. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== '' ? code : error.name;
}
