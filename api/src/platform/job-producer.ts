import { Inject, Injectable } from '@nestjs/common';
import { retryForever } from '@voordeur/contracts/jobs';
import { LOGGER, spillJob, traceSend } from '@voordeur/server';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ApiError } from './api-error.js';
import { Config } from './config.js';
import { QueueRedis } from './redis-connection.js';
import { RedisHealth } from './redis-health.js';

/** Nothing else can be done with the job, so a busy Redis gets as long as a response within 2 s allows. */
const addTimeoutMs = 1_200;
/** With Postgres to turn to. Adding a job takes more than one command if Redis has lost its scripts. */
const addBeforeSpillTimeoutMs = 500;
/** For Redis and Postgres together, after the rate limit's own call to Redis. If Redis fails at once, Postgres gets all of it. */
const addOrSpillTimeoutMs = 1_300;
/** The minimum for Postgres: a busy process must not refuse a lead because its own timer fired late. */
const minSpillTimeoutMs = 500;
/**
 * A flood of these goes to Postgres long before Redis is so full that visits are refused: a lead takes as much memory as
 * a hundred visits.
 */
const redisShare = 0.35;
const logEveryMs = 10_000;

/** Adds jobs to queues. Once it resolves, the job is in Redis; otherwise the caller gets a 503 within two seconds. */
@Injectable()
export class JobProducer {
  private failedSinceLog = 0;
  private lastLoggedAt = 0;

  constructor(
    private readonly health: RedisHealth,
    private readonly db: DataSource,
    private readonly redis: QueueRedis,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async add(
    queue: Queue,
    name: string,
    payload: object,
    jobId: string,
    timeoutMs = addTimeoutMs,
  ): Promise<void> {
    if (this.health.isFull) throw new ApiError('unavailable');
    try {
      const write = () => queue.add(name, payload, { ...retryForever, jobId });
      const added = this.redis.replicated.write(write, this.config.redisWaitReplicas, timeoutMs);
      await pTimeout(added, { milliseconds: timeoutMs });
    } catch (cause) {
      this.logFailure(queue.name, cause);
      throw new ApiError('unavailable', { cause });
    }
  }

  /**
   * The same for jobs that must not be lost: if Redis is unavailable, the job waits in Postgres (`outbox`) and a worker
   * adds it to its queue later. An add that timed out may still succeed; the job id makes the second one harmless.
   */
  async addOrSpill(queue: Queue, name: string, payload: object, jobId: string): Promise<void> {
    await traceSend(queue.name, payload, () =>
      this.withSpill(
        (timeoutMs) => this.add(queue, name, payload, jobId, timeoutMs),
        () => spillJob(this.db, { id: jobId, queue: queue.name, name, payload }),
      ),
    );
  }

  /**
   * The result of `add`, which gets the time that it may take, or of `spill` if Redis is unavailable or full, or of
   * another `add` if there's time left. Once these jobs' share of Redis is used `spill` comes first. If either refuses
   * the request itself, that error propagates. With both unavailable it throws `unavailable` within 2 seconds.
   */
  async withSpill<Result>(
    add: (timeoutMs: number) => Promise<Result>,
    spill: () => Promise<Result>,
  ): Promise<Result> {
    const endsAt = performance.now() + addOrSpillTimeoutMs;
    if (this.health.usedShare >= redisShare) {
      const milliseconds = addOrSpillTimeoutMs - addBeforeSpillTimeoutMs;
      try {
        return await pTimeout(spill(), { milliseconds });
      } catch (error) {
        if (isRefusal(error)) throw error;
        return add(addBeforeSpillTimeoutMs);
      }
    }
    try {
      return await add(addBeforeSpillTimeoutMs);
    } catch (cause) {
      if (isRefusal(cause)) throw cause;
      const leftMs = () => endsAt - performance.now();
      try {
        return await pTimeout(spill(), { milliseconds: Math.max(leftMs(), minSpillTimeoutMs) });
      } catch (error) {
        if (isRefusal(error)) throw error;
      }
      // Redis may only have been busy, and Postgres is away.
      const milliseconds = leftMs();
      if (milliseconds <= 0) throw cause;
      const message = new ApiError('unavailable', { cause });
      return pTimeout(add(milliseconds), { milliseconds, message });
    }
  }

  private logFailure(queue: string, error: unknown): void {
    this.failedSinceLog += 1;
    if (Date.now() - this.lastLoggedAt < logEveryMs) return;
    this.logger.warn({ queue, refused: this.failedSinceLog, err: error }, 'jobs could not be added');
    this.lastLoggedAt = Date.now();
    this.failedSinceLog = 0;
  }
}

/** Whether the request itself is at fault, so that Postgres would refuse it too. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 'unavailable';
}
