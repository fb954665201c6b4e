import { pidOf } from '@voordeur/operate/local/supervise.js';

/** Throws when the part doesn't run. */
export function pidOfPart(localDir: string, part: string): number {
  const pid = pidOf(localDir, part);
  if (pid === undefined) throw new Error(`${part} does not run`);
  return pid;
}
