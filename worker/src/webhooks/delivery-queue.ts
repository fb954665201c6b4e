import type { WebhookEndpoint } from '@voordeur/contracts/http';
import { queuePrefix, webhookQueueNames } from '@voordeur/contracts/jobs';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { enqueueDue } from './enqueue-due.js';

/** The queue of one endpoint, filled from Postgres. */
export class DeliveryQueue {
  readonly queue: Queue;
  private running: Promise<void> | null = null;
  private asked = 0;

  constructor(
    private readonly db: DataSource,
    private readonly endpoint: WebhookEndpoint,
    redis: Redis,
    prefix: string = queuePrefix,
  ) {
    this.queue = new Queue(webhookQueueNames[endpoint], {
      connection: redis,
      prefix,
      skipWaitingForReady: true,
      skipVersionCheck: true,
      streams: { events: { maxLen: 100 } },
    });
    // The health check reports a lost connection; without a listener it would end the process.
    this.queue.on('error', () => undefined);
  }

  /** Enqueues what is due, as much as there is room for; asked while it does so, it looks once more. Rejects while a service is away. */
  fill(): Promise<void> {
    this.asked += 1;
    this.running ??= this.enqueueAll();
    return this.running;
  }

  async close(): Promise<void> {
    await this.running?.catch(() => undefined);
    await this.queue.close();
  }

  private async enqueueAll(): Promise<void> {
    try {
      let seen;
      do {
        seen = this.asked;
        await enqueueDue(this.db, this.endpoint, this.queue);
      } while (seen !== this.asked);
    } finally {
      // Here and not in a callback of the promise: nobody may ask between the last look and this line.
      this.running = null;
    }
  }
}
