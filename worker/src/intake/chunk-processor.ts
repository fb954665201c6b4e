import { traceBatch } from '@voordeur/server';
import type { Job } from 'bullmq';
import type { DataSource } from 'typeorm';
import { JobProcessor } from '../platform/job-processor.js';
import { timeBatch } from '../platform/metrics.js';
import { type Chunk, ChunkMerger } from './chunk-merger.js';

/** A queue whose jobs are chunks of events, or single events. `record` is called for several at once. */
export abstract class ChunkProcessor extends JobProcessor {
  private readonly merger: ChunkMerger;

  constructor(db: DataSource, writersAtOnce: number) {
    super();
    this.merger = new ChunkMerger({
      record: (chunks, events) =>
        traceBatch(this.worker.name, chunks, () =>
          timeBatch(this.worker.name, events, () => this.record(chunks)),
        ),
      checkDatabase: () => db.query('select 1'),
      writersAtOnce,
    });
  }

  /** Records chunks in one transaction; if it throws, recording them again doubles nothing. */
  protected abstract record(chunks: Chunk[]): Promise<void>;

  protected async run(job: Job<unknown>): Promise<void> {
    const recorded = this.merger.add({ id: job.id ?? '', name: job.name, data: job.data });
    this.worker.concurrency = this.merger.jobsWanted;
    await recorded;
  }
}
