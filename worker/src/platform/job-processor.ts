import { setTimeout as wait } from 'node:timers/promises';
import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { stalledJobOptions } from '@voordeur/contracts/jobs';
import { describeError, isPostgresAway } from '@voordeur/server';
import type { Job, WorkerOptions } from 'bullmq';
import pTimeout from 'p-timeout';
import { DataSource } from 'typeorm';
import { countFailedJob, countJob, countRetry } from './metrics.js';

/** A failed job means that one of our services is away for a while: retried after 1 s, 2 s, … 10 s, in milliseconds. */
const retryDelayMs = (attemptsMade: number) => Math.min(1_000 * 2 ** (attemptsMade - 1), 10_000);

/** Options common to the workers of all queues. */
export const workerOptions = {
  ...stalledJobOptions,
  settings: { backoffStrategy: retryDelayMs },
} as const satisfies Partial<WorkerOptions>;

/** How often Postgres is asked whether it's back, and how long it may take to answer. */
const askEveryMs = 1_000;
const answerWithinMs = 5_000;

/**
 * Takes no jobs while Postgres is away: each would fail, and be written to disk and logged as often as it's tried.
 * Stops taking jobs and finishes those under way before Nest closes the database: Nest would do both in the same
 * phase, and a running job would fail on a closed connection.
 */
export abstract class JobProcessor extends WorkerHost implements BeforeApplicationShutdown {
  private readonly jobLog = new Logger('jobs');
  @InjectDataSource() private readonly postgres!: DataSource;
  private readonly closing = new AbortController();

  /** Does the work of a job. If it throws, the job is tried again. */
  protected abstract run(job: Job): Promise<void>;

  /** Pauses before the failure is recorded: BullMQ takes the next job as it records this one. */
  async process(job: Job): Promise<void> {
    try {
      await this.run(job);
    } catch (error) {
      if (isPostgresAway(error) && !this.worker.isPaused()) {
        await this.worker.pause(true);
        void this.resumeOncePostgresIsBack();
      }
      throw error;
    }
  }

  private async resumeOncePostgresIsBack(): Promise<void> {
    const queue = this.worker.name;
    this.jobLog.warn({ queue }, 'Postgres is away: jobs wait');
    while (!(await this.canWrite()))
      await wait(askEveryMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
    if (this.closing.signal.aborted) return;
    this.jobLog.log({ queue }, 'Postgres is back');
    await this.worker.resume();
  }

  /** It is read-only for a while during \`make upgrade POSTGRES=1\`. True once the process closes, as nobody asks any more. */
  private async canWrite(): Promise<boolean> {
    if (this.closing.signal.aborted) return true;
    try {
      const asked = this.postgres.query<{ state: string }[]>(
        `select current_setting('transaction_read_only') as state`,
      );
      const [row] = await pTimeout(asked, { milliseconds: answerWithinMs });
      return row?.state === 'off';
    } catch {
      return false;
    }
  }

  @OnWorkerEvent('completed')
  countCompleted(job: Job): void {
    countJob(job.queueName);
  }

  /** Logs where it failed and why, without the error's text, which may quote the event. */
  @OnWorkerEvent('failed')
  logFailure(job: Job | undefined, error: Error): void {
    const failure = {
      queue: job?.queueName,
      name: job?.name,
      attempts: job?.attemptsMade,
      error: describeError(error, { messages: false }),
    };
    if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) {
      countFailedJob(this.worker.name);
      this.jobLog.error(failure, 'a job failed and is given up');
      return;
    }
    countRetry(this.worker.name, error);
    // Said once, for all of them.
    if (!isPostgresAway(error)) this.jobLog.warn(failure, 'a job failed and will be retried');
  }

  /** The health check reports a lost connection; without a listener BullMQ would print it too. */
  @OnWorkerEvent('error')
  ignoreConnectionError(): void {
    return;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.worker.close();
  }
}
