import { setTimeout as delay } from 'node:timers/promises';
import { retryForever, type RecordVisits, type VisitEvent } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { ImportTally } from './import-tally.js';
import { readRecorded } from './read-recorded.js';

/** Keeps every worker busy, and Redis at about two megabytes. */
const chunksAtOnce = 8;
const pollMs = 50;
const retryMs = 1_000;

interface ChunksInFlightOptions {
  queue: Queue<RecordVisits>;
  db: Pool;
  tally: ImportTally;
  /** Called every `stallMs` while nothing becomes a row. */
  onStall: (chunksWaiting: number) => void;
  stallMs?: number;
}

/** Chunks on their way from the log to their rows. Postgres knows which have arrived. */
export class ChunksInFlight {
  private readonly waiting = new Map<string, VisitEvent[]>();
  private stallTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ChunksInFlightOptions) {}

  /** Resolves once the queue has the chunk; waits until there's room for it, which holds back the reading. */
  async send(events: VisitEvent[], signal: AbortSignal): Promise<void> {
    await this.patiently(async () => {
      while (this.waiting.size >= chunksAtOnce) await this.poll(signal);
      signal.throwIfAborted();
      const id = uuidv7();
      this.waiting.set(id, events);
      // A command hangs for as long as Redis is away; somebody who presses Ctrl-C shouldn't.
      await pTimeout(this.enqueue(id, events), { milliseconds: Infinity, signal });
    });
  }

  /** Resolves when every chunk's page views are rows. */
  async drain(signal: AbortSignal): Promise<void> {
    await this.patiently(async () => {
      while (this.waiting.size > 0) await this.poll(signal);
    });
  }

  /** Page views that were sent and aren't known to be rows yet. */
  get pageViewsWaiting(): number {
    return [...this.waiting.values()].reduce((sum, events) => sum + events.length, 0);
  }

  private async enqueue(id: string, events: VisitEvent[]): Promise<void> {
    await this.options.queue.add('record-visits', { events }, { ...retryForever, jobId: id });
  }

  private async poll(signal: AbortSignal): Promise<void> {
    // Null while Postgres is away: the chunks are safe in Redis or are rows already, so we ask again.
    const recorded = await readRecorded(this.options.db, this.waiting).catch(() => null);
    signal.throwIfAborted();
    for (const [id, outcome] of recorded ?? []) {
      this.options.tally.addRecorded(this.waiting.get(id)?.length ?? 0, outcome);
      this.waiting.delete(id);
    }
    if (recorded === null) await delay(retryMs, undefined, { signal });
    else if (recorded.size === 0) await delay(pollMs, undefined, { signal });
    else this.stallTimer?.refresh();
  }

  private async patiently(work: () => Promise<void>): Promise<void> {
    this.stallTimer = setInterval(() => {
      this.options.onStall(this.waiting.size);
      // If Redis has lost them (a flush, a disk), this brings them back; a job that's still there stays as it is.
      for (const [id, events] of this.waiting) this.enqueue(id, events).catch(() => undefined);
    }, this.options.stallMs ?? 60_000);
    try {
      await work();
    } finally {
      clearInterval(this.stallTimer);
    }
  }
}
