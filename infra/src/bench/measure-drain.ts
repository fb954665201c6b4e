import { setTimeout as wait } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { retryForever, queueNames, queuePrefix, type VisitEvent } from '@voordeur/contracts/jobs';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { uuidv7obj } from 'uuidv7';
import { storeVisits } from '@voordeur/worker';
import type { Settings } from '../local/settings.js';
import { withPostgres } from '../measuring/clients.js';
import { concurrency, countVisits, pidOfPart } from './bench-stack.js';
import { median, type Row } from '../measuring/figures.js';

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
    bares.push(await timeBareLoop(settings.databaseUrl, visits));
    workers.push(await timeWorker(settings, visits));
  }
  const bare = median(bares);
  const ours = median(workers);
  return [
    {
      what: `worker draining a full queue of ${visits} visits`,
      value: ours,
      unit: 'visits/s',
      beside: { what: 'the same rows and rollups by a bare pg loop', value: bare },
      ratio: ours / bare,
      target: { atLeast: 0.5 },
    },
  ];
}

async function timeWorker(settings: Settings, visits: number): Promise<number> {
  const worker = pidOfPart(settings, 'worker-1');
  process.kill(worker, 'SIGSTOP');
  const queue = new Queue(queueNames.visits, {
    connection: { url: settings.redisUrl },
    prefix: queuePrefix,
  });
  try {
    for (let from = 0; from < visits; from += eventsPerChunk) {
      const events = Array.from({ length: eventsPerChunk }, (_, index) => eventOf(from + index));
      await queue.add('record-visits', { events }, { ...retryForever, jobId: newId().id });
    }
    return await withPostgres(settings.databaseUrl, async (db) => {
      const expected = (await countVisits(db)) + visits;
      const startMs = performance.now();
      process.kill(worker, 'SIGCONT');
      while ((await countVisits(db)) < expected) await wait(50);
      return visits / ((performance.now() - startMs) / 1_000);
    });
  } finally {
    process.kill(worker, 'SIGCONT');
    await queue.close();
  }
}

async function timeBareLoop(databaseUrl: string, visits: number): Promise<number> {
  const db = await new DataSource({
    type: 'postgres',
    driver: pg,
    url: databaseUrl,
    poolSize: concurrency,
  }).initialize();
  try {
    const batches = Array.from({ length: visits / rowsPerInsert }, (_, batch) =>
      Array.from({ length: rowsPerInsert }, (_unused, index) => rowOf(batch * rowsPerInsert + index)),
    );
    const startMs = performance.now();
    const loop = async () => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        await storeVisits(db.manager, batch, 'Europe/Amsterdam');
      }
    };
    await Promise.all(Array.from({ length: concurrency }, loop));
    return visits / ((performance.now() - startMs) / 1_000);
  } finally {
    await db.destroy();
  }
}

function newId(): { id: string; occurredAt: string } {
  const id = uuidv7obj();
  const timeMs = id.bytes.slice(0, 6).reduce((time, byte) => time * 256 + byte, 0);
  return { id: id.toString(), occurredAt: new Date(timeMs).toISOString() };
}

function eventOf(index: number): VisitEvent {
  return {
    ...newId(),
    source: 'beacon',
    page: `/page-${index % 500}`,
    language: index % 2 ? 'NL' : 'ENG',
    address: `${20 + (index % 150)}.${(index >> 3) % 250}.${index % 250}.7`,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:14${index % 4}.0) Gecko/20100101 Firefox/14${index % 4}.0`,
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
