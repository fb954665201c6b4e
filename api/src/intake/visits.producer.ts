import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { queueNames, type RecordVisits, type VisitEvent } from '@voordeur/contracts/jobs';
import { traceSend } from '@voordeur/server';
import type { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { ChunkGatherer, browserChunks } from '../platform/chunk-gatherer.js';
import { JobProducer } from '../platform/job-producer.js';

@Injectable()
export class VisitsProducer {
  private readonly gathered = new ChunkGatherer<VisitEvent>(browserChunks, (events) => this.addChunk(events));

  constructor(
    @InjectQueue(queueNames.visits) private readonly queue: Queue,
    private readonly jobs: JobProducer,
  ) {}

  /** Resolves once the visit is in Redis; throws `unavailable` within 2 s. */
  record(visit: VisitEvent): Promise<void> {
    return traceSend(this.queue.name, visit, () => this.gathered.add(visit));
  }

  /** Chunks waiting for a worker. */
  countQueued(): Promise<number> {
    return this.queue.getWaitingCount();
  }

  addChunk(events: VisitEvent[]): Promise<void> {
    return this.jobs.add(this.queue, 'record-visits', { events } satisfies RecordVisits, uuidv7());
  }
}
