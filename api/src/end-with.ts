import { BadConfig } from './config.js';
import { isPostgresAway } from './platform/postgres-away.js';
import { UnfitDatabase } from './platform/postgres-ready.js';

/** Ends the process with 1 and says why; what the owner can mend is said without a stack. */
export function endWith(error: unknown): never {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  if (error instanceof BadConfig || error instanceof UnfitDatabase) return error.message;
  if (isPostgresAway(error)) return 'Postgres does not answer at DATABASE_URL.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
