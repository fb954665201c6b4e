/**
 * SQLSTATE codes for temporary failures: connection exception, read-only (`make upgrade POSTGRES=1`), out of connections,
 * shutting down.
 */
const awayStates = /^(08...|25006|53300|57P0[1-5])$/;
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** node-postgres errors without a code. */
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;
/** TypeORM releases a transaction's connection once it breaks; we await every query, so nothing else makes these. */
const brokenTransactions = /^QueryRunner(Provider)?AlreadyReleasedError$/;

/** Whether a query failed because Postgres is unreachable or shutting down, so that trying later makes sense. */
export function isPostgresAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (awayStates.test(code) || awayCodes.has(code))) return true;
  if (awayMessages.test(error.message) || brokenTransactions.test(error.name)) return true;
  return 'driverError' in error && error.driverError !== error && isPostgresAway(error.driverError);
}
