import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { stalledJobOptions } from '@voordeur/contracts/jobs';
import { describeError } from '@voordeur/server';
import type { Job, WorkerOptions } from 'bullmq';
import { countJob, countRetry } from './metrics.js';

/** A failed job means that one of our services is away for a while: retried after 1 s, 2 s, … 10 s, in milliseconds. */
const retryDelayMs = (attemptsMade: number) => Math.min(1_000 * 2 ** (attemptsMade - 1), 10_000);

/** What every queue's worker has in common. */
export const workerOptions = {
  ...stalledJobOptions,
  settings: { backoffStrategy: retryDelayMs },
} as const satisfies Partial<WorkerOptions>;

/**
 * Stops taking jobs and finishes those under way before Nest closes the database: Nest would do both in the same
 * phase, and a running job would fail on a closed connection.
 */
export abstract class JobProcessor extends WorkerHost implements BeforeApplicationShutdown {
  private readonly jobLog = new Logger('jobs');

  @OnWorkerEvent('completed')
  countCompleted(job: Job): void {
    countJob(job.queueName);
  }

  /** Logs where it failed and why, without the error's text, which may quote the event. The job is retried. */
  @OnWorkerEvent('failed')
  logFailure(job: Job | undefined, error: Error): void {
    countRetry(this.worker.name, error);
    this.jobLog.warn(
      {
        queue: job?.queueName,
        attempts: job?.attemptsMade,
        error: describeError(error, { messages: false }),
      },
      'a job failed and will be retried',
    );
  }

  /** The health check reports a lost connection; without a listener BullMQ would print it too. */
  @OnWorkerEvent('error')
  ignoreConnectionError(): void {
    return;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }
}
