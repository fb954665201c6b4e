import { isPostgresAway } from './postgres-away.js';

/** Something the owner has to fix before the process can start. The message says how, and never holds a value. */
export class StartupError extends Error {}

/** Settings that are missing or wrong: a sentence about each, which begins with its name. */
export class SettingsError extends StartupError {
  constructor(readonly sentences: string[]) {
    super(`These settings are missing or wrong:\n${sentences.map((sentence) => `  ${sentence}`).join('\n')}`);
  }
}

/** Prints the reason and exits with 1. Errors that the owner can fix are printed without a stack trace. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

/** Returns the result of `read`; if it throws, the process ends as `exitWithError` says. */
export function orExit<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    return exitWithError(error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (isPostgresAway(error)) return 'Postgres does not answer at DATABASE_URL.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
