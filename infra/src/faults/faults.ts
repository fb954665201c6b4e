import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts whose death must change nothing. Each gives the pids to kill, from the pid files alone. */
export const faults: Record<string, (runDir: string) => number[]> = {
  worker: (runDir) => [pidOf(runDir, 'worker-1')],
  api: (runDir) => [pidOf(runDir, 'api-1')],
  'nginx workers': (runDir) => childrenOf(pidOf(runDir, 'nginx')),
  redis: (runDir) => [pidOf(runDir, 'redis')],
  postgres: (runDir) => [pidOf(runDir, 'postgres')],
};

function pidOf(runDir: string, part: string): number {
  return Number(readFileSync(join(runDir, `${part}.pid`), 'utf8').trim());
}

/** proc(5): the children of a process' first thread. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}
