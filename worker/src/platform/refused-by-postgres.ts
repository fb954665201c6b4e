import { QueryFailedError } from 'typeorm';

/** SQLSTATE classes of values that can never be stored: data exception, integrity constraint, program limit. */
const refusedClasses = new Set(['22', '23', '54']);

/** Whether Postgres refused the data itself, so that a retry would fail the same way. */
export function isRefusedData(error: unknown): error is QueryFailedError {
  const code = sqlState(error);
  return code !== null && refusedClasses.has(code.slice(0, 2)) && !isMissingPartition(error);
}

/** Whether a row's month has no partition because retention dropped it while we were writing. */
export function isMissingPartition(error: unknown): boolean {
  return (
    sqlState(error) === '23514' &&
    error instanceof Error &&
    error.message.includes('no partition of relation')
  );
}

function sqlState(error: unknown): string | null {
  if (!(error instanceof QueryFailedError)) return null;
  const { code } = error.driverError as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
