import { listNodeParts } from '../local/parts.js';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { atMost, median, type Row } from '../measuring/figures.js';
import { lookWhile } from '../measuring/load.js';
import { pidOfPart, readProcess } from '../measuring/process.js';
import { postSteadily, startBeside } from './bench-stack.js';

/** Seconds from a process' start until it says that it is ready. Postgres and Redis run; nothing else does. */
export async function measureReady(settings: Settings, rounds: number): Promise<Row[]> {
  const apiUrl = `http://127.0.0.1:${settings.apiPort}/api/health/ready`;
  const workerUrl = `http://127.0.0.1:${settings.workerPort}/health/ready`;
  const seconds: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const part of listNodeParts(settings)) {
      const startMs = performance.now();
      const end = await startBeside(part, part.name === 'api-1' ? apiUrl : workerUrl);
      (seconds[part.name] ??= []).push((performance.now() - startMs) / 1_000);
      await end();
    }
  }
  return [
    atMost('api ready after its start', median(seconds['api-1'] ?? []), 1.5, 's'),
    atMost('worker ready after its start', median(seconds['worker-1'] ?? []), 3, 's'),
  ];
}

const perSecond = 1_000;

/**
 * Resident memory under load: the median of the last fifth. It goes up and down with what V8 has not yet collected, so
 * it grows when the most that was seen in the second half is more than the most in the first.
 */
export async function measureMemory(settings: Settings, seconds: number): Promise<Row[]> {
  const watched = [
    { name: 'api', most: 200, seen: [] as number[] },
    { name: 'worker', most: 320, seen: [] as number[] },
  ];
  await lookWhile(postSteadily(addressOf(settings), perSecond, seconds), () => {
    for (const { name, seen } of watched)
      seen.push(readProcess(pidOfPart(settings.localDir, `${name}-1`)).residentMb);
  });
  return watched.flatMap(({ name, most, seen }) => {
    const half = Math.floor(seen.length / 2);
    const atEnd = median(seen.slice(-Math.floor(seen.length / 5)));
    const growth = Math.max(...seen.slice(half)) / Math.max(...seen.slice(0, half));
    return [
      {
        ...atMost(`resident memory of the ${name} after ${seconds} s at ${perSecond}/s`, atEnd, most, 'MB'),
        more: { 'most, MB': Math.max(...seen) },
      },
      atMost(`most memory of the ${name} in the second half, over the first`, growth, 1.1, 'times'),
    ];
  });
}
