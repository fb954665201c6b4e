import { Queue } from 'bullmq';
import { queueNames, queuePrefix, retryForever, type VisitEvent } from '@voordeur/contracts/jobs';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { idAt, storeVisits } from '@voordeur/worker';
import type { Settings } from '../local/settings.js';
import { withPostgres } from '../measuring/clients.js';
import { atLeastOf, median, type Row } from '../measuring/figures.js';
import { repeatAtOnce } from '../measuring/load.js';
import { pidOfPart } from '../measuring/process.js';
import { concurrency, countVisits, untilVisits } from './bench-stack.js';
import { personOf } from './crowd.js';

const eventsPerChunk = 100;
const rowsPerInsert = 500;

/**
 * A full queue emptied by the worker, beside a bare loop that writes the same rows and rollups with the same
 * statement, 500 at a time, over as many connections, with nothing to look up and no job to take. In turns.
 */
export async function measureDrain(settings: Settings, rounds: number, visits: number): Promise<Row[]> {
  const bares: number[] = [];
  const workers: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bares.push(visits / (await timeBareLoop(settings.databaseUrl, visits)));
    workers.push(visits / (await timeWorker(settings, visits)));
  }
  const beside = { what: 'the same rows and rollups by a bare pg loop', value: median(bares) };
  const what = `worker draining a full queue of ${visits} visits`;
  return [atLeastOf(beside, 0.5, { what, value: median(workers), unit: 'visits/s' })];
}

/** Seconds. */
async function timeWorker(settings: Settings, visits: number): Promise<number> {
  const worker = pidOfPart(settings.localDir, 'worker-1');
  process.kill(worker, 'SIGSTOP');
  const connection = { url: settings.redisUrl };
  const queue = new Queue(queueNames.visits, { connection, prefix: queuePrefix });
  try {
    for (let from = 0; from < visits; from += eventsPerChunk) {
      const events = Array.from({ length: eventsPerChunk }, (_, index) => eventOf(from + index));
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
  const db = await new DataSource({ type: 'postgres', driver: pg, url, poolSize: concurrency }).initialize();
  try {
    const batches = Array.from({ length: visits / rowsPerInsert }, (_, batch) =>
      Array.from({ length: rowsPerInsert }, (_unused, index) => rowOf(batch * rowsPerInsert + index)),
    );
    const startMs = performance.now();
    await repeatAtOnce(
      concurrency,
      (begun) => begun < batches.length,
      (index) => storeVisits(db.manager, batches[index] ?? [], 'Europe/Amsterdam'),
    );
    return (performance.now() - startMs) / 1_000;
  } finally {
    await db.destroy();
  }
}

function eventOf(index: number): VisitEvent {
  const occurredAt = new Date().toISOString();
  return {
    id: idAt(occurredAt, index),
    occurredAt,
    source: 'beacon',
    page: `/page-${index % 500}`,
    language: index % 2 ? 'NL' : 'ENG',
    ...personOf(index),
  };
}

const countries = ['NL', 'BE', 'DE', 'FR', 'GB', 'US', 'SE', 'ES', 'PL', 'IT'];

/** The event as the steps would leave it. */
function rowOf(index: number): Parameters<typeof storeVisits>[1][number] {
  const event = eventOf(index);
  const visitor = Buffer.alloc(16);
  visitor.writeUInt32BE(index % 20_000);
  return {
    ...event,
    bot: null,
    place: { country: countries[index % countries.length] ?? 'NL', city: 'Utrecht' },
    referrerHost: null,
    campaign: { source: null, medium: null, campaign: null },
    visitor,
    ip: event.address,
    joinedId: null,
  };
}
