import { availableParallelism } from 'node:os';
import { capacitySetting, Setting } from '@voordeur/contracts/db';
import type { MeasuredCapacity } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ChunkMerger } from '../intake/chunk-merger.js';
import { Intake } from '../intake/intake.js';
import { makePartitionsAhead } from '../intake/partitions.js';
import { Lookup } from '../lookup/lookup.js';
import type { Config } from '../platform/config.js';
import { openDatabase } from '../platform/database.js';
import { recordVisits } from '../visits/record-visits.js';
import { MadeVisits } from './made-visits.js';
import { withScratchDatabase } from './scratch-database.js';

const chunkEvents = 100;

interface Options {
  /** How long to store, and before that without counting: until then the code is compiled and the caches are filled. */
  storeMs?: number;
  warmUpMs?: number;
  /** Ends it early: then this rejects with the signal's reason, and nothing is written. */
  signal?: AbortSignal;
  onProgress?: (pageViews: number, elapsedMs: number) => void;
}

/**
 * Finds how many page views a second a worker stores here, as it does with a queue that is never empty, in a database of its
 * own on the same server, and writes that to the live one's `settings`, of which nothing else is touched. DATABASE_URL must be
 * the owner's. Throws a `StartupError` if that role may not create databases.
 */
export async function measureCapacity(config: Config, options: Options = {}): Promise<MeasuredCapacity> {
  const applicationName = 'measure-capacity';
  const live = await openDatabase(config.databaseUrl, 'bulk', { applicationName, poolSize: 2 });
  try {
    const pageViewsPerSecond = await withScratchDatabase(live, config.databaseUrl, async (url) => {
      const poolSize = config.concurrency + 2;
      const scratch = await openDatabase(url, 'bulk', { applicationName, poolSize });
      try {
        await scratch.runMigrations({ transaction: 'each' });
        await makePartitionsAhead(scratch, new Date());
        return await measureIn(scratch, config, options);
      } finally {
        await scratch.destroy();
      }
    });
    const measured = {
      pageViewsPerSecond,
      measuredAt: new Date().toISOString(),
      processors: availableParallelism(),
    };
    await live.manager.upsert(Setting, { name: capacitySetting, value: JSON.stringify(measured) }, ['name']);
    return measured;
  } finally {
    await live.destroy();
  }
}

async function measureIn(
  db: DataSource,
  config: Config,
  { storeMs = 10_000, warmUpMs = 1_000, signal, onProgress = () => undefined }: Options,
): Promise<number> {
  const lookup = await Lookup.open(config, { log: { log: () => undefined, warn: () => undefined } });
  try {
    const intake = new Intake(db, lookup, config);
    const visits = new MadeVisits();
    const store = (forMs: number, onStored?: typeof onProgress) =>
      storeFor(forMs, { intake, visits, writersAtOnce: config.concurrency, signal, onStored });
    await store(warmUpMs);
    const before = await countVisits(db);
    const elapsedMs = await store(storeMs, onProgress);
    return Math.floor(((await countVisits(db)) - before) / (elapsedMs / 1_000));
  } finally {
    await lookup.beforeApplicationShutdown();
  }
}

interface StoreOptions {
  intake: Intake;
  visits: MadeVisits;
  writersAtOnce: number;
  signal: AbortSignal | undefined;
  onStored: Options['onProgress'];
}

/** Keeps as many chunks under way as a worker would; resolves to how long it took, the last of them included. */
async function storeFor(
  forMs: number,
  { intake, visits, writersAtOnce, signal, onStored }: StoreOptions,
): Promise<number> {
  const merger = new ChunkMerger({
    record: (chunks) => recordVisits(chunks, intake),
    checkDatabase: () => intake.db.query('select 1'),
    writersAtOnce,
  });
  const startMs = performance.now();
  const elapsedMs = () => performance.now() - startMs;
  let pageViews = 0;
  const keepStoring = async () => {
    while (elapsedMs() < forMs && !signal?.aborted) {
      await merger.add({ id: uuidv7(), data: { events: visits.take(chunkEvents) } });
      onStored?.((pageViews += chunkEvents), elapsedMs());
    }
  };
  await Promise.all(Array.from({ length: merger.jobsWanted }, keepStoring));
  signal?.throwIfAborted();
  return elapsedMs();
}

async function countVisits(db: DataSource): Promise<number> {
  const [row] = await db.query<{ visits: number }[]>('select count(*)::int as visits from visits');
  return row?.visits ?? 0;
}
