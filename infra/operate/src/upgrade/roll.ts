import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';
import { Advice } from '../local/advice.js';
import { checkout, type Environment } from '../local/settings.js';

/** How one version takes another's place, on one kind of stack. Until `commit` the old processes run on next to the new. */
export interface Roll {
  /** Takes back what an upgrade that was killed has left. */
  clear: () => Promise<void>;
  backUp: () => Promise<void>;
  migrate: () => Promise<void>;
  /** Starts the new version next to the old one; resolves once it's ready and its pages are rendered. */
  start: () => Promise<void>;
  /** From now on visitors meet the new version alone. */
  show: () => Promise<void>;
  /** Describes a fault of the new version; null where it is well. */
  findFault: () => Promise<string | null>;
  /** Visitors meet the old version again, and the new one ends. */
  takeBack: () => Promise<void>;
  /** The old version ends. */
  commit: () => Promise<void>;
  /** The command that shows why the new version failed. */
  logs: string;
}

/** Runs a program in the checkout, and resolves to its output. Throws `Advice` with all that it printed when it fails. */
export async function run(
  program: string,
  args: string[],
  env: Environment | NodeJS.ProcessEnv = process.env,
): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd: checkout, env, maxBuffer: 64e6 })).stdout.trim();
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as ExecFileException;
    throw new Advice(`${stdout}${stderr}`.trim() || message, 'see above, then make upgrade again.');
  }
}
