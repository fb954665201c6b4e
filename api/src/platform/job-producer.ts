import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { keepTrying } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { ApiError } from './api-error.js';
import { RedisHealth } from './redis-health.js';
import { LOGGER } from './logger.js';
import { within } from './within.js';

/** An add is more than one command when Redis has lost its scripts; with the spill behind it, it must end within 2 s. */
const addWithinMs = 500;
/** Both places together; the rate limit has asked Redis before. One that refuses at once leaves all of it to Postgres. */
const addOrSpillWithinMs = 1_300;
/** What Postgres has in any case: a process that was short of time must not refuse a lead for its own late timer. */
const spillAtLeastMs = 500;
const tellEveryMs = 10_000;

/** Puts jobs into queues. What it resolves is in Redis; everything else is a 503 within two seconds. */
@Injectable()
export class JobProducer {
  private refused = 0;
  private toldAt = 0;

  constructor(
    private readonly health: RedisHealth,
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async add(queue: Queue, name: string, payload: object, jobId: string): Promise<void> {
    if (this.health.isFull) throw new ApiError('unavailable');
    try {
      await within(addWithinMs, queue.add(name, payload, { ...keepTrying, jobId }));
    } catch (cause) {
      this.tell(queue.name, cause);
      throw new ApiError('unavailable', { cause });
    }
  }

  /**
   * The same for what must not be lost: with Redis away the job waits in Postgres (`spilled_jobs`) and the workers
   * feed it to its queue. An add that timed out may land as well; the job's id makes the second one harmless.
   */
  async addOrSpill(queue: Queue, name: string, payload: object, jobId: string): Promise<void> {
    await this.orSpill(
      () => this.add(queue, name, payload, jobId),
      () => this.spill(queue.name, name, payload, jobId),
    );
  }

  /**
   * What `add` resolves, or, where it finds Redis away or full, what `spill` does. Refusals of either propagate;
   * with both away it throws the `unavailable` of `add` within 2 seconds.
   */
  async orSpill<Result>(add: () => Promise<Result>, spill: () => Promise<Result>): Promise<Result> {
    const endsAt = performance.now() + addOrSpillWithinMs;
    try {
      return await add();
    } catch (cause) {
      if (isRefusal(cause)) throw cause;
      const leftMs = Math.max(endsAt - performance.now(), spillAtLeastMs);
      return within(leftMs, spill()).catch((error: unknown) => {
        throw isRefusal(error) ? error : cause;
      });
    }
  }

  private async spill(queue: string, name: string, payload: object, jobId: string): Promise<void> {
    await this.db.query(
      'insert into spilled_jobs (id, queue, name, payload) values ($1, $2, $3, $4) on conflict (id) do nothing',
      [jobId, queue, name, JSON.stringify(payload)],
    );
  }

  private tell(queue: string, error: unknown): void {
    this.refused += 1;
    if (Date.now() - this.toldAt < tellEveryMs) return;
    this.logger.warn({ queue, refused: this.refused, err: error }, 'jobs could not be added');
    this.toldAt = Date.now();
    this.refused = 0;
  }
}

/** Whether the caller is to blame, so that another place would refuse it too. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 'unavailable';
}
