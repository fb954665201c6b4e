import { mailServer } from '@voordeur/contracts/db';
import { erasures, retryForever } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import { jobDestination } from '../../outbox/job-destination.js';
import { ChunkMerger } from '../../intake/chunk-merger.js';
import { acceptLeads } from '../../leads/accept-lead.js';
import { LiveMail } from '../../mail/live-mail.js';
import { LeadFollowUp } from '../../leads/lead-follow-up.js';
import type { Destination, LeasedEffect, Outcome } from '../../outbox/destination.js';
import { leaseDue, renewLeases } from '../../outbox/lease-due.js';
import { attemptEffect } from '../../outbox/outbox.js';
import { erasePerson } from '../../leads/erase-person.js';
import { erasureDestination } from '../../leads/erasures.js';
import type { Config } from '../../platform/config.js';
import { visitorRequestDestination } from '../../intake/visitor-requests.js';
import { planBookingVisits } from '../../intake/plan-booking-visits.js';
import { recordVisits } from '../../intake/record-visits.js';
import { secondsToNextAttempt } from '../../outbox/next-attempt.js';
import { Webhooks } from '../../outbox/webhooks.js';
import type { testIntake } from '../intake.js';
import type { MemoryQueue, TakenJob } from './memory-queue.js';
import type { Process, Turns } from './processes.js';

export const timeZone = 'Europe/Amsterdam';
/** More attempts than a run can make fail. */
const retrySeconds = [0, 5, 30, 60, 60, 60, 60, 60];
const endpoints = ['question', 'booking-visit'] as const;
const webhooksSettings = {
  urls: new Map(endpoints.map((name) => [name, 'https://example.org'])),
  retrySeconds,
};
const config = { mail: {}, timeZone, webhooks: webhooksSettings } as unknown as Config;

type Intake = Awaited<ReturnType<typeof testIntake>>;

/** Shared by all workers. */
export interface Surroundings {
  turns: Turns;
  visits: MemoryQueue;
  signups: MemoryQueue;
  /** An endpoint's or the mail server's answer. */
  receive: (effect: LeasedEffect) => Outcome;
  onLeased: (effect: LeasedEffect) => void;
  onErased: (effect: LeasedEffect) => void;
}

/** The worker's own code for jobs and effects, in a process that may be killed. */
export class Worker {
  /** Attempts under way, by when they were leased. */
  readonly attempts = new Map<LeasedEffect, { leasedAtMs: number }>();
  private readonly jobs = new Set<{ queue: MemoryQueue; taken: TakenJob }>();
  private readonly mergers: [MemoryQueue, ChunkMerger][];
  private readonly destinations: Destination[];

  constructor(
    readonly process: Process,
    private readonly db: DataSource,
    private readonly world: Surroundings,
    intake: Intake,
  ) {
    const webhooks = new Webhooks(db, config);
    const leads = new LeadFollowUp(webhooks, new LiveMail(db, config), config);
    const merger = (record: ConstructorParameters<typeof ChunkMerger>[0]['record']) =>
      new ChunkMerger({ record, checkDatabase: () => db.query('select 1'), writersAtOnce: 2 });
    const visits = merger((chunks) =>
      recordVisits(chunks, intake, (tx, stored) =>
        planBookingVisits(tx, stored, timeZone, (manager, events) => webhooks.plan(manager, ...events)),
      ),
    );
    const signups = merger(async (jobs) => {
      await acceptLeads(jobs, { ...intake, followUp: (...given) => leads.plan(...given) });
    });
    this.mergers = [
      [world.visits, visits],
      [world.signups, signups],
    ];
    this.destinations = [
      ...[...endpoints, mailServer].map((name) => this.receiver(name)),
      jobDestination(world.signups.name, async ({ id, type, payload }) => {
        await this.turn('adds a job');
        await world.signups.add(type, payload, { ...retryForever, jobId: id });
      }),
      erasureDestination(erasures.destination, async (effect) => {
        const result = await erasePerson(db, [world.signups], effect.id);
        world.onErased(effect);
        return result;
      }),
      this.visitorRequests(intake),
    ];
  }

  private receiver(name: string): Destination {
    return {
      kind: name === mailServer ? 'mail' : 'webhook',
      name,
      secondsToNextAttempt: (failures) => secondsToNextAttempt(failures, retrySeconds, 0, () => 0),
      send: async (effect) => {
        await this.turn(`sends ${effect.type}`);
        const outcome = this.world.receive(effect);
        await this.turn(`has sent ${effect.type}`);
        return outcome;
      },
    };
  }

  private visitorRequests(intake: Intake): Destination {
    const destination = visitorRequestDestination(intake);
    return {
      ...destination,
      send: async (effect, stop) => {
        const outcome = await destination.send(effect, stop);
        if (outcome.result === 'sent') this.world.onErased(effect);
        return outcome;
      },
    };
  }

  private turn(label: string): Promise<void> {
    return this.world.turns.next(this.process, `${this.process.name}: ${label}`);
  }

  /** Begins the jobs that are due, of each queue at most this many. */
  work(most: number): void {
    for (const [queue, merger] of this.mergers)
      for (const taken of queue.isAway ? [] : queue.take(most)) void this.run({ queue, taken }, merger);
  }

  private async run(job: { queue: MemoryQueue; taken: TakenJob }, merger: ChunkMerger): Promise<void> {
    const { queue, taken } = job;
    this.jobs.add(job);
    try {
      await merger.add(taken.job);
      await this.turn(`completes ${queue.name}`);
      queue.complete(taken);
    } catch {
      queue.fail(taken);
    }
    this.jobs.delete(job);
  }

  /** Attempts the effects that are due. */
  async relay(): Promise<void> {
    const leasedAtMs = Date.now();
    const slots = new Map(this.destinations.map(({ name }) => [name, 4]));
    for (const effect of await leaseDue(this.db, slots).catch(() => [])) {
      this.world.onLeased(effect);
      const destination = this.destinations.find(({ name }) => name === effect.destination);
      if (!destination) continue;
      this.attempts.set(effect, { leasedAtMs });
      void attemptEffect(this.db, effect, destination, new AbortController().signal)
        .catch(() => undefined)
        .finally(() => this.attempts.delete(effect));
    }
  }

  /** Keeps what it has, as a worker that isn't frozen does every five seconds. */
  renew(): void {
    for (const { queue, taken } of this.jobs) queue.renew(taken);
    if (this.attempts.size > 0) void renewLeases(this.db, [...this.attempts.keys()]).catch(() => undefined);
  }
}
