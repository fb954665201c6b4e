import { Inject, Injectable } from '@nestjs/common';
import { keepTrying } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { ApiError } from './api-error.js';
import { RedisHealth } from './redis-health.js';
import { LOGGER } from './tokens.js';
import { within } from './within.js';

/** An add is more than one command when Redis has lost its scripts; all of it must end well within 2 s. */
const addWithinMs = 1_500;
const tellEveryMs = 10_000;

/** Puts jobs into queues. What it resolves is in Redis; everything else is a 503 within two seconds. */
@Injectable()
export class JobProducer {
  private refused = 0;
  private toldAt = 0;

  constructor(
    private readonly health: RedisHealth,
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

  private tell(queue: string, error: unknown): void {
    this.refused += 1;
    if (Date.now() - this.toldAt < tellEveryMs) return;
    this.logger.warn({ queue, refused: this.refused, err: error }, 'jobs could not be added');
    this.toldAt = Date.now();
    this.refused = 0;
  }
}
