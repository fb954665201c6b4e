import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { atMost, mean, percentile, type Row } from '../measuring/figures.js';
import { lookWhile, type VisitLoad } from '../measuring/load.js';
import { countVisits, postSteadily, untilVisits } from './bench-stack.js';

const perSecond = 4_000;
const copiedRows = 100_000;
/** Processes that were just started take a second for what they do in milliseconds once compiled. */
const warmUpSeconds = 10;

/**
 * 4,000 visits a second from request to row, everything on this machine, once warm. The queue does not grow when as
 * few wait in the last quarter as in the second (half as many again, and a second's worth, are let pass).
 */
export async function measureRequestToRow(settings: Settings, seconds: number): Promise<Row[]> {
  return withPostgres(settings.databaseUrl, async (db) => {
    const cold = await countVisits(db);
    const warmUp = await postSteadily(addressOf(settings), perSecond, warmUpSeconds);
    const before = cold + warmUp.accepted;
    await untilVisits(db, before);

    const waiting: number[] = [];
    const load: VisitLoad = { accepted: 0, refused: 0, latenciesMs: [] };
    const startMs = performance.now();
    await lookWhile(postSteadily(addressOf(settings), perSecond, seconds, load), async () => {
      const { accepted } = load;
      waiting.push(Math.max(0, accepted - ((await countVisits(db)) - before)));
    });
    await untilVisits(db, before + load.accepted);
    const took = (performance.now() - startMs) / 1_000;

    const quarter = Math.floor(waiting.length / 4);
    const second = mean(waiting.slice(quarter, 2 * quarter));
    const last = mean(waiting.slice(-quarter));
    const grows = last > second * 1.5 + perSecond;
    return [
      {
        what: `from request to row, ${seconds} s at ${perSecond}/s`,
        value: grows || load.refused > 0 ? 0 : load.accepted / took,
        unit: 'visits/s',
        // The last of them are drained after the last second of load.
        target: { atLeast: perSecond * (seconds / (seconds + 2)) },
        baseline: { what: "Postgres' COPY of the same rows", value: await measureCopy(db) },
        more: {
          'p50 ms': percentile(load.latenciesMs, 50),
          refused: load.refused,
          'waiting, second quarter': Math.round(second),
          'waiting, last quarter': Math.round(last),
          'queue grows': grows ? 'yes' : 'no',
        },
      },
      atMost('p99 of the 202 meanwhile', percentile(load.latenciesMs, 99), 60, 'ms'),
    ];
  });
}

/** Rows a second that COPY writes into a table like `visits`, with its indexes; the rows are those that are there. */
async function measureCopy(db: pg.Client): Promise<number> {
  const reading = db.query(copyTo(`copy (select * from visits limit ${copiedRows}) to stdout`));
  const rows = (await reading.toArray()) as Buffer[];
  await db.query('create table visits_copied (like visits including all)');
  const startMs = performance.now();
  const writing = db.query(copyFrom('copy visits_copied from stdin'));
  await pipeline(rows, writing);
  const seconds = (performance.now() - startMs) / 1_000;
  await db.query('drop table visits_copied');
  return writing.rowCount / seconds;
}
