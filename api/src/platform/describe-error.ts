import { QueryFailedError } from 'typeorm';

interface ErrorDescription {
  type: string;
  code?: string;
  message?: string;
  at?: string[];
  cause?: ErrorDescription;
}

/**
 * What may be logged about an error: never a query's parameters or a message from Postgres, which quotes the row it
 * rejected.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const fromPostgres = error instanceof QueryFailedError || 'severity' in error;
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && { code }),
    ...(!fromPostgres && { message: error.message }),
    at: (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at ')),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
