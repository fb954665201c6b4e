import { existsSync, readFileSync } from 'node:fs';

/** A failure that the person at the keyboard can do something about: what happened, and what to do next. */
export class Advice extends Error {
  constructor(
    what: string,
    readonly next: string,
    /** The log whose last lines say more. */
    readonly logFile?: string,
  ) {
    super(what);
  }
}

/** Prints a failure with its next step and the end of its log. */
export function describeFailure(error: unknown): void {
  const lines = [`\n${error instanceof Error ? error.message : String(error)}`];
  if (error instanceof Advice) {
    if (error.logFile) lines.push(`The last lines of ${error.logFile}:`, lastLines(error.logFile));
    lines.push(`What to do: ${error.next}`);
  } else if (error instanceof Error && error.cause instanceof Error) {
    lines.push(error.cause.message);
  }
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Prints it and ends the process with 1. */
export function giveUp(error: unknown): never {
  describeFailure(error);
  process.exit(1);
}

function lastLines(file: string): string {
  if (!existsSync(file)) return '  (no log)';
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(-15)
    .map((line) => `  ${line}`)
    .join('\n');
}
