import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Advice } from '../local/advice.js';

export class ProgramFailure extends Error {
  constructor(
    program: string,
    readonly output: string,
  ) {
    super(`${program} failed:\n${output}`);
  }
}

/** After Ctrl-C a program that runs is ended, and none is started: what began it cleans up and fails. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted.abort();
  });
}

interface Options {
  env: Record<string, string | undefined>;
  cwd?: string;
  input?: string;
  timeout?: number;
  /** Our own standard input and output in place of `input` and what is resolved to. */
  stdin?: 'inherit';
  stdout?: 'inherit';
}

/** Resolves to what the program printed. Throws a `ProgramFailure` with the end of its errors, or an `Advice` if it's missing. */
export async function runProgram(program: string, args: string[], options: Options): Promise<string> {
  const { input, stdin = 'pipe', stdout = 'pipe', ...rest } = options;
  const child = spawn(program, args, {
    ...rest,
    signal: interrupted.signal,
    stdio: [stdin, stdout, 'pipe'],
  });
  let [printed, errors] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (printed += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (errors = (errors + part).slice(-4_000)));
  // A program that ends before it has read everything says why itself.
  child.stdin?.on('error', () => undefined).end(input);
  try {
    await once(child, 'close');
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new Advice(`${program} is not installed.`, `make up installs it, or: apt install ${program}.`);
    throw name === 'AbortError' ? new Advice('It was interrupted.', 'run it again.') : error;
  }
  if (child.exitCode === 0) return printed;
  throw new ProgramFailure(program, errors.trim() || `ended with ${child.exitCode ?? child.signalCode}`);
}
