import { fchmodSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The file that a part's output goes to. It is appended to, so that it can be emptied while the part runs. */
export function logFileOf(localDir: string, part: string): string {
  return join(localDir, 'log', `${part}.log`);
}

/** Opens it, for its owner and group alone. The caller closes it. */
export function openLog(localDir: string, part: string): number {
  mkdirSync(join(localDir, 'log'), { recursive: true });
  const log = openSync(logFileOf(localDir, part), 'a');
  fchmodSync(log, 0o640);
  return log;
}
