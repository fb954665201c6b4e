import { Queue } from 'bullmq';
import { queueNames, queuePrefix, retryForever, type VisitEvent } from '@voordeur/contracts/jobs';
import { createDataSource } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { enrichVisits, storeVisits } from '@voordeur/worker';
import { idAt, testIntake } from '@voordeur/worker/tools';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { compared, median, type Row } from '../measuring/figures.js';
import { inTurns, repeatAtOnce, upTo } from '../measuring/load.js';
import { concurrency, countVisits, personOf, untilVisits, whileWorkersWait } from './bench-stack.js';

const eventsPerChunk = 100;
const rowsPerInsert = 500;
const timeZone = 'Europe/Amsterdam';

/**
 * A full queue emptied by the worker, compared with a bare loop that writes the same rows with the same statements, 500 at a time, over as many connections, with nothing to look up and no job to take. In turns.
 */
export async function measureDrain(settings: Settings, rounds: number, visits: number): Promise<Row[]> {
  const seconds = await inTurns(rounds, {
    loop: () => timeBareLoop(settings.databaseUrl, visits),
    worker: () => timeWorkers(settings, visits),
  });
  const what = `worker draining a full queue of ${visits} visits`;
  const row = { what, value: visits / median(seconds.worker), unit: 'visits/s' };
  const baseline = { what: 'the same rows by a bare pg loop', value: visits / median(seconds.loop) };
  return [compared(row, baseline, { atLeast: 0.5 })];
}

/** Seconds that the workers take for these visits. */
async function timeWorkers(settings: Settings, visits: number): Promise<number> {
  const { databaseUrl, redisUrl } = settings;
  return withPostgres(databaseUrl, async (db) => {
    const expected = (await countVisits(db)) + visits;
    await whileWorkersWait(settings, () => fillQueue(redisUrl, visits));
    const startMs = performance.now();
    await untilVisits(db, expected);
    return (performance.now() - startMs) / 1_000;
  });
}

async function fillQueue(redisUrl: string, visits: number): Promise<void> {
  const queue = new Queue(queueNames.visits, { connection: { url: redisUrl }, prefix: queuePrefix });
  try {
    const all = listEvents(visits);
    for (let from = 0; from < visits; from += eventsPerChunk) {
      const events = all.slice(from, from + eventsPerChunk);
      await queue.add('record-visits', { events }, { ...retryForever, jobId: uuidv7() });
    }
  } finally {
    await queue.close();
  }
}

/** Seconds. */
async function timeBareLoop(url: string, visits: number): Promise<number> {
  const db = await createDataSource(url, { applicationName: 'bench', poolSize: concurrency }).initialize();
  try {
    const salt = Buffer.alloc(32);
    const intake = await testIntake(db, timeZone);
    const context = { ...intake, ...intake.lookup.current(), saltAt: () => salt };
    const all = listEvents(visits);
    const batches = Array.from(
      { length: visits / rowsPerInsert },
      (_, batch) =>
        enrichVisits(all.slice(batch * rowsPerInsert, (batch + 1) * rowsPerInsert), context).visits,
    );
    const startMs = performance.now();
    await repeatAtOnce(concurrency, upTo(batches.length), async (index) => {
      const batch = batches[index] ?? [];
      await db.transaction((tx) => storeVisits(tx, batch, timeZone));
    });
    return (performance.now() - startMs) / 1_000;
  } finally {
    await db.destroy();
  }
}

let turns = 0;

/** Page views a millisecond apart, by people new to each turn, of whom each has three, far apart in the queue. */
function listEvents(visits: number): VisitEvent[] {
  const people = Math.floor(visits / 3);
  const firstPerson = people * turns;
  turns += 1;
  const startMs = Date.now() - visits;
  return Array.from({ length: visits }, (_, index) => {
    const occurredAt = new Date(startMs + index).toISOString();
    return {
      id: idAt(occurredAt, index),
      occurredAt,
      source: 'beacon',
      page: `/page-${index % 500}`,
      language: index % 2 ? 'NL' : 'ENG',
      ...personOf(firstPerson + ((index * 7_919) % people)),
    };
  });
}
