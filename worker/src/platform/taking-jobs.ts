import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { survivesKills } from '@voordeur/contracts/jobs';
import type { Job, WorkerOptions } from 'bullmq';
import { waitForService } from './wait-for-service.js';

/** How every queue's worker takes its jobs. */
export const takingJobs = {
  ...survivesKills,
  settings: { backoffStrategy: waitForService },
} as const satisfies Partial<WorkerOptions>;

/**
 * Stops taking jobs and finishes those that run before Nest closes the database: it would do both in one
 * phase, and a running job would fail on a closed connection.
 */
export abstract class JobTaker extends WorkerHost implements BeforeApplicationShutdown {
  private readonly jobLog = new Logger('jobs');

  /** What failed is tried again; the error's name says what is away. Its text may quote the event. */
  @OnWorkerEvent('failed')
  tellFailure(job: Job | undefined, error: Error): void {
    this.jobLog.warn(
      { queue: job?.queueName, attempts: job?.attemptsMade, error: error.name },
      'a job waits to be tried again',
    );
  }

  /** A lost connection is told by the health check, and BullMQ prints what nobody listens to. */
  @OnWorkerEvent('error')
  ignoreConnection(): void {
    return;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }
}
