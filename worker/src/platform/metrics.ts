import { Controller, Get, Header, Inject, type OnModuleInit } from '@nestjs/common';
import type { EffectKind } from '@voordeur/contracts/db';
import { queueNames } from '@voordeur/contracts/jobs';
import { isPostgresAway, oldestJobMs, ProcessMetrics } from '@voordeur/server';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { Counter, Gauge, Histogram } from 'prom-client';
import { DataSource } from 'typeorm';

/* Every metric of a worker: first its own counts, then values fetched when Prometheus reads it. */
export const metrics = new ProcessMetrics();
const registers = [metrics.registry];

// --- Counted. Nothing a visitor sent is a label.

const jobs = new Counter({
  name: 'voordeur_jobs_total',
  help: 'Runs of jobs. One that is retried runs again after a moment, for as long as it takes.',
  labelNames: ['queue', 'outcome', 'reason'] as const,
  registers,
});
const events = new Counter({
  name: 'voordeur_events_total',
  help: 'Events of jobs: stored, dropped on purpose (by reason), or set aside because they can never become a row.',
  labelNames: ['queue', 'outcome', 'reason'] as const,
  registers,
});
const batchEvents = new Histogram({
  name: 'voordeur_batch_events',
  help: 'Events that were recorded in one transaction.',
  labelNames: ['queue'] as const,
  buckets: [1, 10, 50, 100, 250, 500, 1_000, 2_000, 4_000],
  registers,
});
const batchDuration = new Histogram({
  name: 'voordeur_batch_duration_seconds',
  help: 'Such a transaction, with what is read and looked up before it.',
  labelNames: ['queue'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
});
const attempts = new Counter({
  name: 'voordeur_outbox_attempts_total',
  help: 'Attempts to send an effect. failed: it was the last one, or every other would fail too.',
  labelNames: ['kind', 'outcome'] as const,
  registers,
});
const corrected = new Counter({
  name: 'voordeur_days_corrected_rows_total',
  help: 'Rows of days that the check of a night found to differ from what the page views say, and made again.',
  registers,
});
const checkedAt = new Gauge({
  name: 'voordeur_days_checked_timestamp_seconds',
  help: 'When this worker last made days again to compare them; 0: not since it started.',
  registers,
});
const lookupRefused = new Gauge({
  name: 'voordeur_lookup_refused',
  help: '1 while the file of places, bots or networks cannot be used, and the one before it or what is bundled is.',
  labelNames: ['what'] as const,
  registers,
});
const placesBuilt = new Gauge({
  name: 'voordeur_places_built_timestamp_seconds',
  help: 'When the database was made that this worker looks addresses up in.',
  registers,
});
const effectKinds: EffectKind[] = [
  'webhook',
  'mail',
  'job',
  'erasure',
  'visitor-request',
  'push',
  'check',
  'calendar',
];
// A series that begins with its first failure would hide it from increase().
for (const kind of effectKinds) attempts.inc({ kind, outcome: 'failed' }, 0);

export function countJob(queue: string): void {
  jobs.inc({ queue, outcome: 'completed', reason: '' });
}

// A scheduled job is given up after some tries.
jobs.inc({ queue: queueNames.maintenance, outcome: 'failed', reason: 'error' }, 0);

export function countRetry(queue: string, error: unknown): void {
  jobs.inc({ queue, outcome: 'retried', reason: isPostgresAway(error) ? 'postgres-away' : 'error' });
}

export function countFailedJob(queue: string): void {
  jobs.inc({ queue, outcome: 'failed', reason: 'error' });
}

export function countEvents(
  queue: string,
  outcome: 'stored' | 'dropped' | 'set-aside',
  count: number,
  reason = '',
): void {
  if (count > 0) events.inc({ queue, outcome, reason }, count);
}

/** Times a batch of `size` events; a batch that throws isn't counted. */
export async function timeBatch(queue: string, size: number, record: () => Promise<void>): Promise<void> {
  const end = batchDuration.startTimer({ queue });
  await record();
  end();
  batchEvents.observe({ queue }, size);
}

export function countAttempt(kind: EffectKind, outcome: string): void {
  attempts.inc({ kind, outcome });
}

export function countCheckedDays(correctedRows: number): void {
  corrected.inc(correctedRows);
  checkedAt.setToCurrentTime();
}

export function reportLookupFile(
  what: 'places' | 'bots' | 'networks-ipv4' | 'networks-ipv6',
  isRefused: boolean,
): void {
  lookupRefused.set({ what }, isRefused ? 1 : 0);
}

export function reportPlacesBuilt(builtAt: Date): void {
  placesBuilt.set(builtAt.getTime() / 1_000);
}

// --- Asked when Prometheus reads. Each worker answers the same, so dashboards and rules take the max of them.

const postgresUp = new Gauge({
  name: 'voordeur_postgres_up',
  help: 'Whether Postgres answered in time when this was read.',
  registers,
});
const redisUp = new Gauge({
  name: 'voordeur_redis_up',
  help: 'Whether Redis answered in time when this was read.',
  registers,
});
const redisMemory = new Gauge({
  name: 'voordeur_redis_memory_bytes',
  help: 'What Redis uses, and the most it may; from 70 % on the api refuses visits.',
  labelNames: ['what'] as const,
  registers,
});
const queueJobs = new Gauge({
  name: 'voordeur_queue_jobs',
  help: 'Jobs in a queue by state; delayed ones are retries, in the queue maintenance also what is scheduled.',
  labelNames: ['queue', 'state'] as const,
  registers,
});
const oldestJob = new Gauge({
  name: 'voordeur_queue_oldest_job_age_seconds',
  help: 'How long ago the next job of a queue was added; 0 if none waits.',
  labelNames: ['queue'] as const,
  registers,
});
const effects = new Gauge({
  name: 'voordeur_outbox_effects',
  help: 'Effects that are due, held (due at an endpoint that is switched off), or failed.',
  labelNames: ['kind', 'state'] as const,
  registers,
});
const oldestEffect = new Gauge({
  name: 'voordeur_outbox_oldest_due_age_seconds',
  help: 'How long the oldest effect has been due; 0 if none is.',
  labelNames: ['kind'] as const,
  registers,
});
const oldestChange = new Gauge({
  name: 'voordeur_days_oldest_change_age_seconds',
  help: 'How long the oldest change of a day has waited to be in its figures; 0 if none does.',
  registers,
});

/** Prometheus gives up after ten seconds; an answer without some of the metrics is better than none. */
const answerWithinMs = 2_000;

/** The queues of `queueNames`, in that order. */
export const QUEUES = Symbol('QUEUES');

/** On the port of the health checks; never reachable through nginx. */
@Controller('metrics')
export class MetricsController implements OnModuleInit {
  /** A pending question isn't asked again: a hanging service would collect one every 15 seconds. */
  private readonly asking = new Map<Gauge, Promise<void>>();

  constructor(
    private readonly db: DataSource,
    @Inject(QUEUES) private readonly queues: Queue[],
  ) {}

  onModuleInit(): void {
    metrics.watchPool(this.db);
  }

  /** Never fails: of a service that is away the metrics are left out. */
  @Get()
  @Header('content-type', metrics.registry.contentType)
  async read(): Promise<string> {
    const ofRedis = [queueJobs, oldestJob, redisMemory];
    await Promise.all([
      this.ask(redisUp, ofRedis, () => this.askRedis()),
      this.ask(postgresUp, [effects, oldestEffect, oldestChange], () => this.askPostgres()),
    ]);
    return metrics.read();
  }

  private async ask(
    up: Gauge,
    gauges: { reset: () => void }[],
    question: () => Promise<void>,
  ): Promise<void> {
    const asked = this.asking.get(up) ?? question().finally(() => this.asking.delete(up));
    this.asking.set(up, asked);
    try {
      await pTimeout(asked, { milliseconds: answerWithinMs });
      up.set(1);
    } catch {
      up.set(0);
      for (const gauge of gauges) gauge.reset();
    }
  }

  private async askRedis(): Promise<void> {
    await Promise.all(
      this.queues.map(async (queue, index) => {
        // All of them are in one Redis.
        if (index === 0) readMemory(await (await queue.backend.client).info());
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
        for (const [state, count] of Object.entries(counts))
          queueJobs.set({ queue: queue.name, state }, count);
        oldestJob.set({ queue: queue.name }, (await oldestMs(queue)) / 1_000);
      }),
    );
  }

  private async askPostgres(): Promise<void> {
    const { found, waited } = await this.db.transaction(async (tx) => {
      // A question that nobody waits for any more must not keep Postgres busy.
      await tx.query(`set local statement_timeout = ${answerWithinMs}`);
      const [change] = await tx.query<{ seconds: number }[]>(
        'select coalesce(extract(epoch from now() - min(noted_at)), 0)::float8 as seconds from changed_days',
      );
      const found = await tx.query<
        { kind: EffectKind; due: number; held: number; failed: number; dueSeconds: number }[]
      >(
        `select kind, count(*) filter (where is_due and off_since is null)::int as due,
          count(*) filter (where is_due and off_since is not null)::int as held,
          count(*) filter (where not is_due)::int as failed,
          coalesce(extract(epoch from now() - min(due_at) filter (where is_due and off_since is null)), 0)::float8
            as "dueSeconds"
        from (select kind, destination, due_at, state = 'waiting' as is_due from outbox
          where state = 'failed' or (state = 'waiting' and due_at <= now())) as effect
        left join webhook_endpoints on name = destination
        group by kind`,
      );
      return { found, waited: change?.seconds ?? 0 };
    });
    oldestChange.set(waited);
    for (const kind of effectKinds) {
      const row = found.find((one) => one.kind === kind);
      for (const state of ['due', 'held', 'failed'] as const) effects.set({ kind, state }, row?.[state] ?? 0);
      oldestEffect.set({ kind }, row?.dueSeconds ?? 0);
    }
  }
}

function readMemory(info: string): void {
  const bytes = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  redisMemory.set({ what: 'used' }, bytes('used_memory'));
  redisMemory.set({ what: 'max' }, bytes('maxmemory'));
}

async function oldestMs(queue: Queue): Promise<number> {
  const waitingMs = await oldestJobMs(queue);
  // Jobs scheduled for tonight are delayed too.
  if (queue.name === queueNames.maintenance) return waitingMs;
  return Math.max(waitingMs, await oldestJobMs(queue, 'delayed'));
}
