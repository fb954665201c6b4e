import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pidOf } from '@voordeur/operate/local/supervise.js';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Figures of a process from Linux (proc(5)). Throws when there is no such process. */
function readProcess(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in brackets and may hold anything; then come state, parent, … user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  // In kB of 1,024 bytes.
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024) / 1e6;
  return {
    /** On a core since it began; unlike latencies it does not depend on what else the machine does. */
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    residentMb: megabytes('VmRSS'),
    peakMb: megabytes('VmHWM'),
  };
}

/** Throws when the part doesn't run. */
export function pidOfPart(localDir: string, part: string): number {
  const pid = pidOf(localDir, part);
  if (pid === undefined) throw new Error(`${part} does not run`);
  return pid;
}
