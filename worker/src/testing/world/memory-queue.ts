import { retryForever, stalledJobOptions } from '@voordeur/contracts/jobs';
import { workerOptions } from '../../platform/job-processor.js';

interface MemoryJob {
  id: string;
  name: string;
  data: unknown;
  attemptsMade: number;
  timesStalled: number;
  dueMs: number;
  /** Until then one worker has it. */
  lockedUntilMs: number | null;
  /** The lock of the worker that took it last. */
  token: number;
}

/** A job as one worker took it. */
export interface TakenJob {
  job: Readonly<MemoryJob>;
  token: number;
}

/**
 * A queue that promises what BullMQ does, by the world's clock: a job is added once by its id and runs at least once. While
 * its lock lasts no other worker takes it; when that ends it has stalled and is taken again, even if the first worker still
 * runs it.
 */
export class MemoryQueue {
  isAway = false;
  private readonly jobs = new Map<string, MemoryJob>();

  constructor(readonly name: string) {}

  get size(): number {
    return this.jobs.size;
  }

  add(name: string, data: unknown, { jobId: id }: { jobId: string }): Promise<void> {
    if (this.isAway) return Promise.reject(new Error('Connection is closed.'));
    const copy: unknown = JSON.parse(JSON.stringify(data));
    const job = {
      id,
      name,
      data: copy,
      attemptsMade: 0,
      timesStalled: 0,
      dueMs: 0,
      lockedUntilMs: null,
      token: 0,
    };
    if (!this.jobs.has(id)) this.jobs.set(id, job);
    return Promise.resolve();
  }

  /** Takes jobs that are due or have stalled. */
  take(most: number): TakenJob[] {
    const nowMs = Date.now();
    const due = [...this.jobs.values()].filter(
      ({ dueMs, lockedUntilMs }) => dueMs <= nowMs && (lockedUntilMs ?? 0) <= nowMs,
    );
    return due.slice(0, most).flatMap((job) => {
      if (job.lockedUntilMs !== null) job.timesStalled += 1;
      if (job.timesStalled > stalledJobOptions.maxStalledCount) return [];
      job.lockedUntilMs = nowMs + stalledJobOptions.lockDuration;
      job.token += 1;
      return [{ job, token: job.token }];
    });
  }

  renew(taken: TakenJob): void {
    const job = this.find(taken);
    if (job) job.lockedUntilMs = Date.now() + stalledJobOptions.lockDuration;
  }

  complete(taken: TakenJob): void {
    if (this.find(taken)) this.jobs.delete(taken.job.id);
  }

  /** Postpones the job; one that has used up its attempts never runs again. */
  fail(taken: TakenJob): void {
    const job = this.find(taken);
    if (!job) return;
    job.attemptsMade += 1;
    job.lockedUntilMs = null;
    const isLast = job.attemptsMade >= (retryForever.attempts ?? 1);
    job.dueMs = isLast ? Infinity : Date.now() + workerOptions.settings.backoffStrategy(job.attemptsMade);
  }

  /** Undefined if the job is done, erased, or another worker's by now. */
  private find({ job, token }: TakenJob): MemoryJob | undefined {
    const found = this.jobs.get(job.id);
    return found?.token === token ? found : undefined;
  }

  getRanges(): Promise<string[]> {
    return Promise.resolve([...this.jobs.keys()]);
  }

  getJob(id: string): Promise<Readonly<MemoryJob> | undefined> {
    return Promise.resolve(this.jobs.get(id));
  }

  remove(id: string): Promise<number> {
    const isLocked = (this.jobs.get(id)?.lockedUntilMs ?? 0) > Date.now();
    return Promise.resolve(!isLocked && this.jobs.delete(id) ? 1 : 0);
  }

  getJobState(id: string): Promise<string> {
    return Promise.resolve(this.jobs.has(id) ? 'active' : 'unknown');
  }
}
