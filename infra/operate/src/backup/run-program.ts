import { spawn } from 'node:child_process';
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
  timeoutMs?: number;
  /** Our own standard input and output in place of `input` and what is resolved to. */
  stdin?: 'inherit';
  stdout?: 'inherit';
}

/** Resolves to what the program printed. Throws a `ProgramFailure` with the end of its errors, or an `Advice` if it's missing. */
export async function runProgram(program: string, args: string[], options: Options): Promise<string> {
  const { input, timeoutMs, stdin = 'pipe', stdout = 'pipe', ...rest } = options;
  const child = spawn(program, args, {
    ...rest,
    timeout: timeoutMs,
    signal: interrupted.signal,
    stdio: [stdin, stdout, 'pipe'],
  });
  const printed: Buffer[] = [];
  let errors = '';
  child.stdout?.on('data', (part: Buffer) => printed.push(part));
  child.stderr?.on('data', (part: Buffer) => (errors = (errors + part.toString()).slice(-4_000)));
  // A program that ends before it has read everything says why itself.
  child.stdin?.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        fail(new Advice(`${program} is not installed.`, `make up installs it, or: apt install ${program}.`));
      else if (error.name === 'AbortError') fail(new Advice('It was interrupted.', 'run it again.'));
      else fail(error);
    });
    child.once('close', done);
  });
  if (code !== 0)
    throw new ProgramFailure(program, errors.trim() || `ended with ${code ?? child.signalCode}`);
  return Buffer.concat(printed).toString();
}
