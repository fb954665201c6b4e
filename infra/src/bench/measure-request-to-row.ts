import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { withPostgres } from '../measuring/clients.js';
import { countVisits } from './bench-stack.js';
import { percentile, type Row } from '../measuring/figures.js';
import { postSteadily } from './steady-load.js';

const perSecond = 4_000;
const leftToDrainMs = 60_000;
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
    await untilRows(db, before);
    const waiting: number[] = [];
    let accepted = 0;
    const watching = watch(
      db,
      before,
      () => accepted,
      (count) => waiting.push(count),
    );
    const startMs = performance.now();
    const load = await postSteadily(addressOf(settings), perSecond, seconds, (so) => {
      accepted = so.accepted;
    });
    await watching.stop();
    await untilRows(db, before + load.accepted);
    const took = (performance.now() - startMs) / 1_000;

    const quarter = Math.floor(waiting.length / 4);
    const second = mean(waiting.slice(quarter, 2 * quarter));
    const last = mean(waiting.slice(-quarter));
    const grows = last > second * 1.5 + perSecond;
    const more = {
      'p50 ms': percentile(load.latenciesMs, 50),
      refused: load.refused,
      'waiting, second quarter': Math.round(second),
      'waiting, last quarter': Math.round(last),
      'queue grows': grows ? 'yes' : 'no',
    };
    return [
      {
        what: `from request to row, ${seconds} s at ${perSecond}/s`,
        value: grows || load.refused > 0 ? 0 : load.accepted / took,
        unit: 'visits/s',
        // The last of them are drained after the last second of load.
        target: { atLeast: perSecond * (seconds / (seconds + 2)) },
        beside: { what: "Postgres' COPY of such rows", value: await measureCopy(db) },
        more,
      },
      {
        what: 'p99 of the 202 meanwhile',
        value: percentile(load.latenciesMs, 99),
        unit: 'ms',
        target: { atMost: 60 },
      },
    ];
  });
}

function watch(db: pg.Client, before: number, accepted: () => number, note: (waiting: number) => void) {
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await wait(500);
      const sent = accepted();
      note(Math.max(0, sent - ((await countVisits(db)) - before)));
    }
  })();
  return {
    stop: () => {
      stopped.abort();
      return watching;
    },
  };
}

async function untilRows(db: pg.Client, expected: number): Promise<void> {
  const deadline = Date.now() + leftToDrainMs;
  while ((await countVisits(db)) < expected) {
    if (Date.now() > deadline) throw new Error('what was accepted did not become rows within a minute');
    await wait(20);
  }
}

function mean(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length);
}

/** Rows a second that COPY writes into a table like `visits`, with its indexes; the rows are those that are there. */
async function measureCopy(db: pg.Client): Promise<number> {
  const written: Buffer[] = [];
  const reading = new PassThrough().on('data', (part: Buffer) => written.push(part));
  await pipeline(db.query(copyTo(`copy (select * from visits limit ${copiedRows}) to stdout`)), reading);
  const { rows: counted } = await db.query<{ n: number }>(
    `select count(*)::float8 as n from (select 1 from visits limit ${copiedRows}) as copied`,
  );
  await db.query('create table visits_copied (like visits including all)');
  try {
    const startMs = performance.now();
    const writing = db.query(copyFrom('copy visits_copied from stdin'));
    await pipeline(written, writing);
    return (counted[0]?.n ?? 0) / ((performance.now() - startMs) / 1_000);
  } finally {
    await db.query('drop table visits_copied');
  }
}
