import { Queue } from 'bullmq';
import { queueNames, queuePrefix, retryForever, type VisitEvent } from '@voordeur/contracts/jobs';
import { createDataSource } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { enrichVisits, idAt, storeVisits, testIntake } from '@voordeur/worker';
import type { Settings } from '../local/settings.js';
import { withPostgres } from '../local/with-postgres.js';
import { compared, median, type Row } from '../measuring/figures.js';
import { inTurns, repeatAtOnce, upTo } from '../measuring/load.js';
import { pidOfPart } from '../measuring/process.js';
import { concurrency, countVisits, personOf, untilVisits } from './bench-stack.js';

const eventsPerChunk = 100;
const rowsPerInsert = 500;
const timeZone = 'Europe/Amsterdam';

/**
 * A full queue emptied by the worker, beside a bare loop that writes the same rows and rollups with the same
 * statement, 500 at a time, over as many connections, with nothing to look up and no job to take. In turns.
 */
export async function measureDrain(settings: Settings, rounds: number, visits: number): Promise<Row[]> {
  const seconds = await inTurns(rounds, {
    bare: () => timeBareLoop(settings.databaseUrl, visits),
    worker: () => timeWorker(settings, visits),
  });
  const beside = {
    what: 'the same rows and rollups by a bare pg loop',
    value: visits / median(seconds.bare),
  };
  const what = `worker draining a full queue of ${visits} visits`;
  const value = visits / median(seconds.worker);
  return [compared({ what, value, unit: 'visits/s' }, beside, { atLeast: 0.5 })];
}

/** Seconds. */
async function timeWorker(settings: Settings, visits: number): Promise<number> {
  const worker = pidOfPart(settings.localDir, 'worker-1');
  process.kill(worker, 'SIGSTOP');
  const connection = { url: settings.redisUrl };
  const queue = new Queue(queueNames.visits, { connection, prefix: queuePrefix });
  try {
    for (let from = 0; from < visits; from += eventsPerChunk) {
      const events = listEvents(from, eventsPerChunk);
      await queue.add('record-visits', { events }, { ...retryForever, jobId: uuidv7() });
    }
    return await withPostgres(settings.databaseUrl, async (db) => {
      const expected = (await countVisits(db)) + visits;
      const startMs = performance.now();
      process.kill(worker, 'SIGCONT');
      await untilVisits(db, expected);
      return (performance.now() - startMs) / 1_000;
    });
  } finally {
    process.kill(worker, 'SIGCONT');
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
    const batches = Array.from(
      { length: visits / rowsPerInsert },
      (_, batch) => enrichVisits(listEvents(batch * rowsPerInsert, rowsPerInsert), context).visits,
    );
    const startMs = performance.now();
    await repeatAtOnce(concurrency, upTo(batches.length), (index) =>
      storeVisits(db.manager, batches[index] ?? [], timeZone),
    );
    return (performance.now() - startMs) / 1_000;
  } finally {
    await db.destroy();
  }
}

function listEvents(first: number, count: number): VisitEvent[] {
  const occurredAt = new Date().toISOString();
  return Array.from({ length: count }, (_, offset) => {
    const index = first + offset;
    return {
      id: idAt(occurredAt, index),
      occurredAt,
      source: 'beacon',
      page: `/page-${index % 500}`,
      language: index % 2 ? 'NL' : 'ENG',
      ...personOf(index),
    };
  });
}
