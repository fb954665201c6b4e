import { spawn } from 'node:child_process';
import { listNodeParts } from '../local/parts.js';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { median, type Row } from '../measuring/figures.js';
import { readProcess } from '../measuring/process.js';
import { endChild, pidOfPart, untilAnswers } from './bench-stack.js';
import { postSteadily } from './steady-load.js';

/** Seconds from a process' start until it says that it is ready. Postgres and Redis run; nothing else does. */
export async function measureReady(settings: Settings, rounds: number): Promise<Row[]> {
  const urls = {
    'api-1': `http://127.0.0.1:${settings.apiPort}/api/health/ready`,
    'worker-1': `http://127.0.0.1:${settings.workerPort}/health/ready`,
  };
  const seconds: Record<string, number[]> = { 'api-1': [], 'worker-1': [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, command, args, cwd, environment } of listNodeParts(settings)) {
      const startMs = performance.now();
      const child = spawn(command, args, { cwd, env: environment, stdio: 'ignore' });
      await untilAnswers(urls[name as keyof typeof urls], child);
      seconds[name]?.push((performance.now() - startMs) / 1_000);
      await endChild(child, 'SIGTERM');
    }
  }
  const rowOf = (name: string, part: string, atMost: number): Row => ({
    what: `${name} ready after its start`,
    value: median(seconds[part] ?? []),
    unit: 's',
    target: { atMost },
  });
  return [rowOf('api', 'api-1', 1.5), rowOf('worker', 'worker-1', 3)];
}

const perSecond = 1_000;
const lookEveryMs = 2_000;

/**
 * Resident memory under load: the median of the last fifth. It goes up and down with what V8 has not yet collected, so
 * it grows when the most that was seen in the second half is more than the most in the first.
 */
export async function measureMemory(settings: Settings, seconds: number): Promise<Row[]> {
  const parts = ['api-1', 'worker-1'].map((part) => ({ part, pid: pidOfPart(settings, part) }));
  const seen: Record<string, number[]> = { 'api-1': [], 'worker-1': [] };
  let lookedAt = 0;
  await postSteadily(addressOf(settings), perSecond, seconds, () => {
    if (performance.now() - lookedAt < lookEveryMs) return;
    lookedAt = performance.now();
    for (const { part, pid } of parts) seen[part]?.push(readProcess(pid).residentMb);
  });
  const rowsOf = (name: string, part: string, atMost: number): Row[] => {
    const looks = seen[part] ?? [];
    const fifth = Math.floor(looks.length / 5);
    const half = Math.floor(looks.length / 2);
    return [
      {
        what: `resident memory of the ${name} after ${seconds} s at ${perSecond}/s`,
        value: median(looks.slice(-fifth)),
        unit: 'MB',
        target: { atMost },
        more: { 'most, MB': Math.max(...looks) },
      },
      {
        what: `most memory of the ${name} in the second half, over the first`,
        value: Math.max(...looks.slice(half)) / Math.max(...looks.slice(0, half)),
        unit: 'times',
        target: { atMost: 1.1 },
      },
    ];
  };
  return [...rowsOf('api', 'api-1', 200), ...rowsOf('worker', 'worker-1', 320)];
}
