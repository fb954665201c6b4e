import type { Settings } from '@voordeur/operate/local/settings.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { atLeast, atMost, mean, percentile, type Row } from '../measuring/figures.js';
import { lookWhile, VisitLoad } from '../measuring/load.js';
import { countVisits, postSteadily, untilVisits } from './bench-stack.js';

const perSecond = 4_000;
/** Processes that were just started take a second for what they do in milliseconds once compiled. */
const warmUpSeconds = 10;

/**
 * 4,000 visits a second from request to row, everything on this machine, once warm. The queue does not grow when as
 * few wait in the last quarter as in the second (half as many again, and a second's worth, are let pass).
 */
export async function measureRequestToRow(settings: Settings, seconds: number): Promise<Row[]> {
  return withPostgres(settings.databaseUrl, async (db) => {
    const cold = await countVisits(db);
    const warmUp = new VisitLoad();
    await postSteadily(addressOf(settings), perSecond, warmUpSeconds, warmUp);
    const before = cold + warmUp.accepted;
    await untilVisits(db, before);

    const waiting: number[] = [];
    const load = new VisitLoad();
    const startMs = performance.now();
    await lookWhile(postSteadily(addressOf(settings), perSecond, seconds, load), async () => {
      const { accepted } = load;
      waiting.push(Math.max(0, accepted - ((await countVisits(db)) - before)));
    });
    await untilVisits(db, before + load.accepted);
    const tookSeconds = (performance.now() - startMs) / 1_000;

    const quarter = Math.floor(waiting.length / 4);
    const second = mean(waiting.slice(quarter, 2 * quarter));
    const last = mean(waiting.slice(-quarter));
    // The last of them are drained after the last second of load.
    const wanted = perSecond * (seconds / (seconds + 2));
    return [
      {
        ...atLeast(
          `from request to row, ${seconds} s at ${perSecond}/s`,
          load.accepted / tookSeconds,
          wanted,
          'visits/s',
        ),
        more: { 'p50 ms': percentile(load.latenciesMs, 50) },
      },
      atMost('page views refused meanwhile', load.refused, 0),
      atMost('waiting in the last quarter', Math.round(last), Math.round(second * 1.5 + perSecond)),
      atMost('p99 of the 202 meanwhile', percentile(load.latenciesMs, 99), 60, 'ms'),
    ];
  });
}
