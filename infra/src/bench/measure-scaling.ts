import { addressOf } from '../local/stack.js';
import { withStack } from '../local/test-stack.js';
import { median, type Row } from '../measuring/figures.js';
import { benchSettings, withoutWorkers } from './bench-stack.js';
import { timeWorkers } from './measure-drain.js';
import { postVisits } from './measure-intake.js';

/** Of another port and folder than the stack of the other parts. */
const stackOf = (processes: Record<string, string>) => benchSettings('bench-scaling', 4, processes);

/**
 * Visits accepted a second through nginx by so many api processes, and stored by so many workers: each number in a fresh stack
 * of its own, with the load on the same cores.
 */
export async function* measureScaling(rounds: number, seconds: number, visits: number): AsyncGenerator<Row> {
  for (const api of [1, 2, 4]) {
    const settings = stackOf({ API: String(api) });
    const post = () => withoutWorkers(settings, () => postVisits(addressOf(settings), seconds));
    const results = await withStack(settings, () => inARow(rounds, post));
    yield {
      ...{ what: `POST /api/visit, through nginx, api processes: ${api}`, unit: 'requests/s' },
      value: median(results.map(({ perSecond }) => perSecond)),
      more: { 'p99 ms': median(results.map(({ p99Ms }) => p99Ms)) },
    };
  }
  for (const workers of [1, 2]) {
    const settings = stackOf({ WORKER: String(workers) });
    const seconds = await withStack(settings, () => inARow(rounds, () => timeWorkers(settings, visits)));
    yield {
      ...{ what: `a full queue of ${visits} visits, workers: ${workers}`, unit: 'visits/s' },
      value: visits / median(seconds),
    };
  }
}

async function inARow<Result>(rounds: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < rounds) results.push(await work());
  return results;
}
