import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type WebhookEndpoint, webhookEndpoints } from '@voordeur/contracts/http';
import { webhookQueueNames } from '@voordeur/contracts/jobs';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { workerOptions } from '../platform/job-processor.js';
import { withTimeout } from '../platform/with-timeout.js';
import { attemptDelivery } from './attempt-delivery.js';
import { DeliveryQueue } from './delivery-queue.js';
import { errorName } from './error-name.js';
import { planDelivery, type WebhookEvent } from './plan-delivery.js';
import type { WebhookSettings } from '../config/webhook-settings.js';

/** Of one endpoint in one process; a slow receiver keeps this many waiting and no other endpoint's. */
const concurrency = 4;
/** Retries, replays and what a dead process left are due in Postgres; nothing is due in Redis alone. */
const lookEveryMs = 1_000;
/** Then what runs is broken off, and made again by the next process: a stop takes 10 s in all. */
const finishWithinMs = 5_000;
const connectWithinMs = 2_000;

/**
 * Events on their way to the owner's addresses. `plan` inside the transaction that stores an event, `kick` after its
 * commit. Nothing hangs on the kick: what is due is looked for every second.
 */
@Injectable()
export class Webhooks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('webhooks');
  private readonly settings: WebhookSettings;
  private readonly redis: Redis;
  private readonly queues = new Map<WebhookEndpoint, DeliveryQueue>();
  private readonly workers: Worker[] = [];
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private isAway = false;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {
    this.settings = config.webhooks;
    // Not the workers' own connection, which keeps commands forever: an add with Redis away must fail, and the
    // rows stay due.
    this.redis = new Redis(config.redisUrl, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 1_000,
      retryStrategy: (times) => Math.min(times * 100, 1_000),
    });
    this.redis.on('error', () => undefined);
    for (const endpoint of this.settings.urls.keys()) {
      this.queues.set(endpoint, new DeliveryQueue(db, endpoint, this.redis, config.queuePrefix));
    }
  }

  plan(tx: EntityManager, event: WebhookEvent): Promise<void> {
    return planDelivery(tx, this.settings, event);
  }

  /** Sends what is due at this endpoint, now. Never throws and is not waited for. */
  kick(endpoint: WebhookEndpoint): void {
    void this.fill(endpoint);
  }

  kickAll(): void {
    for (const endpoint of this.queues.keys()) this.kick(endpoint);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.noteConfigured();
    await this.waitForRedis();
    for (const endpoint of this.queues.keys()) this.workers.push(this.startWorker(endpoint));
    this.timer = setInterval(() => {
      this.kickAll();
    }, lookEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    const timer = setTimeout(() => {
      this.stop.abort();
    }, finishWithinMs);
    await Promise.all(this.workers.map((worker) => worker.close()));
    clearTimeout(timer);
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }

  /** A kick would fail on a connection that is still being made. With Redis away we start all the same. */
  private async waitForRedis(): Promise<void> {
    if (this.redis.status === 'ready') return;
    const ready = new Promise((resolve) => this.redis.once('ready', resolve));
    await withTimeout(ready, connectWithinMs).catch(() => undefined);
  }

  private startWorker(endpoint: WebhookEndpoint): Worker {
    const worker = new Worker(webhookQueueNames[endpoint], (job) => this.take(job), {
      ...workerOptions,
      concurrency,
      prefix: this.config.queuePrefix,
      connection: { url: this.config.redisUrl, maxRetriesPerRequest: null },
    });
    worker.on('error', () => undefined);
    return worker;
  }

  private async take(job: Job<unknown>): Promise<void> {
    const { db, settings } = this;
    try {
      const outcome = await attemptDelivery(job.id ?? '', job.data, { db, settings, stop: this.stop.signal });
      if (outcome === 'gone') this.log.warn('an endpoint answered 410 and is off: see /admin/deliveries');
    } catch (error) {
      if (error instanceof UnrecoverableError) throw error;
      // The job keeps the text of what it throws, and that of Postgres may quote a value: only the name goes on.
      // eslint-disable-next-line preserve-caught-error -- for the same reason
      throw new Error(`not delivered yet: ${errorName(error)}`);
    }
  }

  private async fill(endpoint: WebhookEndpoint): Promise<void> {
    try {
      await this.queues.get(endpoint)?.fill();
      this.isAway = false;
    } catch (error) {
      if (!this.isAway) this.log.warn({ error: errorName(error) }, 'deliveries wait in Postgres');
      this.isAway = true;
    }
  }

  /** For the admin, whose process does not know these settings. */
  private async noteConfigured(): Promise<void> {
    await this.db.query(
      `insert into webhook_endpoints (name, configured)
      select name, configured from unnest($1::text[], $2::boolean[]) as e (name, configured)
      on conflict (name) do update set configured = excluded.configured`,
      [webhookEndpoints, webhookEndpoints.map((name) => this.settings.urls.has(name))],
    );
  }
}
