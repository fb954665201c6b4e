/** A chunk job in hand: its id (a UUID) and its payload, unchecked. */
export interface Chunk {
  id: string;
  data: unknown;
}

interface MergerNeeds {
  /** Records chunks in one transaction, or throws and has changed nothing that a second run would double. */
  record: (chunks: Chunk[]) => Promise<void>;
  /** Rejects while the database does not answer: then no chunk is to blame. */
  checkDatabase: () => Promise<unknown>;
  writersAtOnce: number;
}

interface Waiting {
  chunk: Chunk;
  size: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Jobs that a worker takes of one queue: enough that a flood of small chunks shares its transactions. */
export const mostJobs = 50;
const fewestJobs = 4;

/** Large chunks are held in smaller number: what is in hand stays at some 10 MB whatever they carry. */
const eventsInHand = 8_000;

/** A transaction's worth; beyond it, larger ones store no more a second and hold the rollups' locks longer. */
const batchEvents = 2_000;
/** Nobody waits for a row, and a transaction has its price: it shares disk and processor with the visitors' 202s. */
const gatherMs = 50;

/**
 * Makes one transaction of the chunks that many running jobs bring: a transaction for each one-event chunk is what
 * makes a backlog slow. Where a batch fails and the database is well, a chunk is to blame: each is recorded alone,
 * so that it fails no neighbour.
 */
export class ChunkMerger {
  private waiting: Waiting[] = [];
  private writing = 0;
  private inHand = 0;
  /** Events of a chunk, of late. */
  private usualSize = 100;
  private isDue = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly needs: MergerNeeds) {}

  /** How many jobs the worker of the queue is to have in hand from now on. */
  get jobsWanted(): number {
    return Math.max(fewestJobs, Math.min(mostJobs, Math.floor(eventsInHand / this.usualSize)));
  }

  /** Resolves once the chunk is recorded; rejects when it could not be, and its job is to be tried again. */
  async add(chunk: Chunk): Promise<void> {
    const size = countEvents(chunk);
    this.usualSize += (size - this.usualSize) / 8;
    this.inHand += 1;
    try {
      await new Promise<void>((resolve, reject) => {
        this.waiting.push({ chunk, size, resolve, reject });
        if (this.inHand >= this.jobsWanted || this.eventsWaiting() >= batchEvents) this.beDue();
        else
          this.timer ??= setTimeout(() => {
            this.beDue();
          }, gatherMs);
      });
    } finally {
      this.inHand -= 1;
    }
  }

  private eventsWaiting(): number {
    return this.waiting.reduce((sum, { size }) => sum + size, 0);
  }

  private beDue(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isDue = true;
    this.startWriters();
  }

  /** What comes while every writer is busy waits, and makes the next batch larger. */
  private startWriters(): void {
    while (this.isDue && this.waiting.length > 0 && this.writing < this.needs.writersAtOnce) {
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
      await this.needs.record(batch.map(({ chunk }) => chunk));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length > 1 && (await this.isDatabaseWell())) for (const one of batch) await this.write([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  private async isDatabaseWell(): Promise<boolean> {
    try {
      await this.needs.checkDatabase();
      return true;
    } catch {
      return false;
    }
  }
}

function countEvents({ data }: Chunk): number {
  const events = (data as { events?: unknown } | null)?.events;
  return Array.isArray(events) ? Math.max(1, events.length) : 1;
}
