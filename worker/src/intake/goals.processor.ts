import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import { type Chunk, maxJobs } from './chunk-merger.js';
import { ChunkProcessor } from './chunk-processor.js';
import { Intake } from './intake.js';
import { workerOptions } from '../platform/job-processor.js';
import { recordGoals } from './record-goals.js';

@Processor(queueNames.goals, { ...workerOptions, concurrency: maxJobs })
export class GoalsProcessor extends ChunkProcessor {
  constructor(private readonly intake: Intake) {
    // There are few goals compared with page views, so one writer is enough.
    super(intake.db, 1);
  }

  protected record(chunks: Chunk[]): Promise<void> {
    return recordGoals(chunks, this.intake);
  }
}
