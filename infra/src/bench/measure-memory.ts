import { readFileSync } from 'node:fs';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { pidOfPart } from './bench-stack.js';
import { median, type Row } from './row.js';
import { postSteadily } from './steady-load.js';

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
    for (const { part, pid } of parts) seen[part]?.push(residentMb(pid));
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

/** proc(5), whose kB are 1,024 bytes. */
function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1_024) / 1e6;
}
