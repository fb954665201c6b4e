import { readFileSync } from 'node:fs';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { pidOfPart } from './bench-stack.js';
import { median, type Row } from './row.js';
import { postSteadily } from './steady-load.js';

const perSecond = 1_000;
const lookEveryMs = 2_000;

/** Resident memory under load: the median of the last fifth, and how it differs from that of the fifth before. */
export async function measureMemory(settings: Settings, seconds: number): Promise<Row[]> {
  const parts = ['api-1', 'worker-1'].map((part) => ({ part, pid: pidOfPart(settings, part) }));
  const seen: Record<string, number[]> = { 'api-1': [], 'worker-1': [] };
  let lookedAt = 0;
  await postSteadily(addressOf(settings), perSecond, seconds, () => {
    if (performance.now() - lookedAt < lookEveryMs) return;
    lookedAt = performance.now();
    for (const { part, pid } of parts) seen[part]?.push(residentMb(pid));
  });
  const rowOf = (name: string, part: string, atMost: number): Row => {
    const looks = seen[part] ?? [];
    const fifth = Math.floor(looks.length / 5);
    const last = median(looks.slice(-fifth));
    return {
      what: `resident memory of the ${name} after ${seconds} s at ${perSecond}/s`,
      value: last,
      unit: 'MB',
      target: { atMost },
      more: {
        'the fifth before, MB': median(looks.slice(-2 * fifth, -fifth)),
        'most, MB': Math.max(...looks),
      },
    };
  };
  return [rowOf('api', 'api-1', 200), rowOf('worker', 'worker-1', 320)];
}

/** proc(5) */
function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_000;
}
