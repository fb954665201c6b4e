/** A chunk job: its id (a UUID) and its payload, not validated yet. */
export interface Chunk {
  id: string;
  /** The job's, where a queue has several kinds. */
  name?: string;
  data: unknown;
}

interface ChunkMergerOptions {
  /** Records chunks with `events` events in all, in one transaction; if it throws, recording them again doubles nothing. */
  record: (chunks: Chunk[], events: number) => Promise<void>;
  /** Rejects while the database doesn't answer, in which case no chunk is to blame. */
  checkDatabase: () => Promise<unknown>;
  writersAtOnce: number;
}

interface Waiting {
  chunk: Chunk;
  size: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Jobs that a worker has under way for one queue: enough for a flood of small chunks to share transactions. */
export const maxJobs = 120;
const minJobs = 4;

/** Fewer jobs when chunks are large, so that memory use stays around 15 MB. */
const maxEventsUnderWay = 12_000;

/** The size of a transaction: larger ones store hardly more per second. */
const batchEvents = 4_000;
/** Nobody waits for a row, and each transaction competes with the visitors' 202s for disk and processor. */
const gatherMs = 50;

/**
 * Records the chunks of many running jobs in one transaction: a backlog is slow because of a transaction per one-event
 * chunk. If a batch fails while the database is healthy, a chunk is to blame, so each is recorded alone and none fails
 * because of its neighbour.
 */
export class ChunkMerger {
  private waiting: Waiting[] = [];
  private writing = 0;
  private underWay = 0;
  /** A moving average of events per chunk. */
  private averageSize = 100;
  private isDue = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ChunkMergerOptions) {}

  /** How many jobs the queue's worker should have under way from now on. */
  get jobsWanted(): number {
    return Math.max(minJobs, Math.min(maxJobs, Math.floor(maxEventsUnderWay / this.averageSize)));
  }

  /** Resolves once the chunk is recorded; rejects if it couldn't be, so that its job is retried. */
  async add(chunk: Chunk): Promise<void> {
    const size = countEvents(chunk);
    this.averageSize += (size - this.averageSize) / 8;
    this.underWay += 1;
    try {
      await new Promise<void>((resolve, reject) => {
        this.waiting.push({ chunk, size, resolve, reject });
        if (this.underWay >= this.jobsWanted || this.eventsWaiting() >= batchEvents) this.flush();
        else
          this.timer ??= setTimeout(() => {
            this.flush();
          }, gatherMs);
      });
    } finally {
      this.underWay -= 1;
    }
  }

  private eventsWaiting(): number {
    return this.waiting.reduce((sum, { size }) => sum + size, 0);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isDue = true;
    this.startWriters();
  }

  /** Chunks that arrive while every writer is busy wait, and make the next batch larger. */
  private startWriters(): void {
    while (this.isDue && this.waiting.length > 0 && this.writing < this.options.writersAtOnce) {
      this.writing += 1;
      void this.write(this.takeBatch()).finally(() => {
        this.writing -= 1;
        this.startWriters();
      });
    }
    if (this.waiting.length === 0) this.isDue = false;
  }

  private takeBatch(): Waiting[] {
    let [count, events] = [0, 0];
    while (count < this.waiting.length && events < batchEvents) events += this.waiting[count++]?.size ?? 0;
    return this.waiting.splice(0, count);
  }

  private async write(batch: Waiting[]): Promise<void> {
    try {
      await this.options.record(
        batch.map(({ chunk }) => chunk),
        batch.reduce((sum, { size }) => sum + size, 0),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length > 1 && (await this.isDatabaseHealthy()))
        for (const one of batch) await this.write([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  private async isDatabaseHealthy(): Promise<boolean> {
    return this.options.checkDatabase().then(
      () => true,
      () => false,
    );
  }
}

function countEvents({ data }: Chunk): number {
  const events = (data as { events?: unknown } | null)?.events;
  return Array.isArray(events) ? Math.max(1, events.length) : 1;
}
