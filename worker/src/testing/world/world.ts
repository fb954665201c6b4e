import { ConsoleLogger, Logger } from '@nestjs/common';
import { dataSourceOptions } from '@voordeur/contracts/db';
import {
  erasures,
  queueNames,
  signupJobNames,
  type VisitEvent,
  visitorRequests,
} from '@voordeur/contracts/jobs';
import type { Scheduler } from 'fast-check';
import { DataSource } from 'typeorm';
import { vi } from 'vitest';
import type { LeasedEffect, Outcome } from '../../outbox/destination.js';
import { readClearSql } from '../clear-database.js';
import type { useDatabase } from '../hooks.js';
import { firefox, googlebot, idAt, testIntake } from '../intake.js';
import type { Command, Commands, View } from './commands.js';
import { addressOf, findFaults, type Promised, visitorAt } from './find-faults.js';
import { MemoryQueue } from './memory-queue.js';
import { Process, Turns } from './processes.js';
import { type Surroundings, timeZone, Worker } from './worker.js';

const startsAt = '2026-03-10T12:00:00.000Z';
const leaseMs = 15_000;
const renewEveryMs = 5_000;

/** Adds a job to its queue, or keeps it in Postgres while Redis is away: the api's part of the world. */
export type Enqueue = (queue: MemoryQueue, name: string, payload: object, jobId: string) => Promise<void>;

/** The product's `now()` is found here before Postgres' own. */
const clockSql = `
  create schema world;
  create table world.clock (at timestamptz);
  insert into world.clock values (now());
  create function world.now() returns timestamptz language sql stable as 'select at from world.clock';
  create function world.clock_timestamp() returns timestamptz language sql stable as 'select at from world.clock';
  grant usage on schema world to public;
  grant select on world.clock to public`;

/** The worker's code on a real database, with a clock, queues and destinations that a run decides on. */
export async function openWorld(
  database: ReturnType<typeof useDatabase>,
  apiOf: (db: DataSource) => Enqueue,
) {
  const { owner } = database;
  Logger.overrideLogger(false);
  await owner.query(clockSql);
  const open = (applicationName: string) =>
    new DataSource({
      ...dataSourceOptions(database.url, { applicationName, poolSize: 40 }),
      extra: { options: '-c search_path=world,pg_catalog,public', idleTimeoutMillis: 0 },
    }).initialize();
  const dbs = [await open('api'), await open('worker 1'), await open('worker 2')] as const;
  const enqueue = apiOf(dbs[0]);
  const clearSql = await readClearSql(owner, 'settings');
  return {
    /** Runs the commands in the scheduler's order, lets everything end, and returns what isn't as it was promised. */
    run: async (scheduler: Scheduler, commands: Commands) => {
      // All clocks, or a deadline of the api would end by another one than its timers.
      const toFake = ['Date', 'performance', 'setTimeout', 'clearTimeout'] as const;
      vi.useFakeTimers({ toFake: [...toFake], now: Date.parse(startsAt) });
      try {
        return await new Run(new Turns(scheduler, owner), owner, dbs, enqueue, clearSql).run(commands);
      } finally {
        vi.useRealTimers();
      }
    },
    close: async () => {
      Logger.overrideLogger(new ConsoleLogger());
      await Promise.all(dbs.map((db) => db.destroy()));
    },
  };
}

class Run {
  private readonly promised: Promised = {
    ...{ visits: [], posts: [], erasures: [], sent: new Map(), faults: [] },
  };
  private readonly visits = new MemoryQueue(queueNames.visits);
  private readonly signups = new MemoryQueue(queueNames.signups);
  private readonly api = new Process('api');
  private readonly commander = new Process('commands');
  private readonly workers: Worker[] = [];
  private lastChunk: { id: string; events: VisitEvent[] } | undefined;
  private failuresLeft = 0;
  private moment = 0;
  private ids = 0;

  constructor(
    private readonly turns: Turns,
    private readonly owner: DataSource,
    private readonly dbs: readonly [DataSource, DataSource, DataSource],
    private readonly enqueue: Enqueue,
    private readonly clearSql: string,
  ) {}

  async run(commands: Commands): Promise<string[]> {
    await this.owner.query(this.clearSql);
    await this.passTime(0);
    const [api, ...workers] = this.dbs;
    for (const index of workers.keys()) await this.startWorker(index);
    const unwatch = [
      this.turns.watch(api, () => this.api),
      ...workers.map((db, index) => this.turns.watch(db, () => this.workerAt(index).process)),
    ];
    try {
      void this.begin(commands);
      await this.turns.untilIdle();
      await this.drain();
    } finally {
      for (const stop of unwatch) stop();
    }
    return [...this.promised.faults, ...(await findFaults(this.owner, this.promised, timeZone))];
  }

  private async startWorker(index: number): Promise<void> {
    const db = this.dbs[index + 1];
    if (!db) throw new Error(`there is no worker ${index + 1}`);
    const process = new Process(`worker ${index + 1}`, () => this.crash(index));
    const surroundings: Surroundings = {
      ...{ turns: this.turns, visits: this.visits, signups: this.signups },
      receive: (effect) => this.receive(effect),
      onLeased: (effect) => {
        this.checkAlone(effect);
      },
      onErased: ({ id }) => {
        const erasure = this.promised.erasures.find((one) => one.id === id && !one.done);
        if (erasure) Object.assign(erasure, { done: this.nextMoment(), doneMs: Date.now() });
      },
    };
    this.workers[index] = new Worker(process, db, surroundings, await testIntake(db, timeZone));
  }

  private workerAt(index: number): Worker {
    const worker = this.workers[index];
    if (!worker) throw new Error(`there is no worker ${index + 1}`);
    return worker;
  }

  private nextMoment(): number {
    return (this.moment += 1);
  }

  private newId(): string {
    return idAt(new Date().toISOString(), (this.ids += 1));
  }

  private async begin(commands: Commands): Promise<void> {
    for (const { afterTurns, command } of commands) {
      for (let turn = 0; turn < afterTurns; turn += 1) await this.turns.next(this.commander, 'nothing');
      await this.turns.next(this.commander, JSON.stringify(command));
      await this.turns.during(Promise.resolve(this.start(command)));
    }
  }

  /** Only begins what takes several turns. */
  private start(command: Command): Promise<void> | undefined {
    switch (command.do) {
      case 'visits':
        return this.addVisits(command.views);
      case 'visits again':
        return this.addAgain(command.inAnotherChunk);
      case 'lead':
        for (let time = 0; time < command.times; time += 1)
          void this.post({ ...command, isRepeated: command.isRepeated || time > 0 });
        return;
      case 'redis':
        this.setRedisAway(command.isAway);
        return;
      case 'work':
        return this.work(command.workers, command.most);
      case 'relay':
        for (const index of command.workers) void this.workerAt(index).relay();
        return;
      case 'fail':
        this.failuresLeft = command.attempts;
        return;
      case 'time':
        void this.letTimePass(command);
        return;
      case 'erase person':
        return this.erase(addressOf(command.person), 'erasure', erasures.destination, erasures.type, {
          email: addressOf(command.person),
        });
      case 'erase visit':
        return this.erase(visitorAt(command.visitor), 'visitor-request', visitorRequests, 'erase', {
          ...{ address: visitorAt(command.visitor), userAgent: firefox },
        });
      case 'break':
        this.workerAt(command.worker).process.breaks = { what: command.what, turns: command.turns };
        return;
    }
  }

  private eventOf({ viewer, page, visitor }: View): VisitEvent {
    const occurredAt = new Date().toISOString();
    const isBot = viewer.startsWith('bot');
    return {
      ...{ id: idAt(occurredAt, (this.ids += 1)), occurredAt, page },
      source: viewer.endsWith('edge') ? 'edge' : 'beacon',
      userAgent: isBot ? googlebot : firefox,
      address: isBot ? '66.249.66.1' : visitorAt(visitor),
    };
  }

  /** Refused while Redis is away: visits aren't kept elsewhere. */
  private async addVisits(views: View[]): Promise<void> {
    if (this.visits.isAway) return;
    const chunk = { id: this.newId(), events: views.map((view) => this.eventOf(view)) };
    this.lastChunk = chunk;
    this.promised.visits.push(...chunk.events);
    await this.visits.add('visits', { events: chunk.events }, { jobId: chunk.id });
  }

  private async addAgain(inAnotherChunk: boolean): Promise<void> {
    if (this.visits.isAway || !this.lastChunk) return;
    const { id, events } = this.lastChunk;
    // Drops leave no row, so only their chunk knows that they were counted.
    const rows = events.filter(({ source, userAgent }) => source === 'beacon' && userAgent === firefox);
    const given = inAnotherChunk ? { id: this.newId(), events: rows } : { id, events };
    await this.visits.add('visits', { events: given.events }, { jobId: given.id });
  }

  private async post({ person, isRepeated }: { person: number; isRepeated: boolean }): Promise<void> {
    const last = isRepeated ? this.promised.posts.at(-1) : undefined;
    const id = this.newId();
    const post = { id, person: last?.person ?? person, key: last?.key ?? id, begun: this.nextMoment() };
    this.promised.posts.push(post);
    const receivedAt = new Date().toISOString();
    const lead = {
      ...{ id, receivedAt, kind: 'question', timestamp: receivedAt, idempotencyKey: post.key },
      ...{ email: addressOf(post.person), idea: post.key, address: visitorAt(post.person) },
      userAgent: firefox,
    };
    try {
      await this.enqueue(this.signups, signupJobNames.question, lead, id);
      Object.assign(post, { accepted: this.nextMoment() });
    } catch {
      // The api gives up after a second and a half.
      if (Date.now() - Date.parse(receivedAt) < 1_000)
        this.promised.faults.push(`lead ${id} was refused, and Postgres was there`);
    }
  }

  private setRedisAway(isAway: boolean): void {
    for (const queue of [this.visits, this.signups]) queue.isAway = isAway;
  }

  private async work(workers: number[], most: number): Promise<void> {
    for (const index of workers) this.workerAt(index).work(most);
    // The mergers gather for this long.
    await this.passTime(50);
  }

  /** No attempt begins while another one's lease still holds. */
  private checkAlone({ id, destination }: LeasedEffect): void {
    for (const { attempts } of this.workers)
      for (const [effect, { leasedAtMs }] of attempts)
        if (effect.id === id && Date.now() < leasedAtMs + leaseMs)
          this.promised.faults.push(`an effect for ${destination} was leased twice at once`);
  }

  private receive({ destination, type, eventId, id }: LeasedEffect): Outcome {
    if (this.failuresLeft > 0) {
      this.failuresLeft -= 1;
      return { result: 'retry', statusCode: 500 };
    }
    const key = `${destination} ${type} ${eventId}`;
    this.promised.sent.set(key, (this.promised.sent.get(key) ?? new Set()).add(id));
    return { result: 'sent', statusCode: 200 };
  }

  private async letTimePass({ seconds, isFrozen }: { seconds: number; isFrozen: boolean }): Promise<void> {
    for (let leftMs = seconds * 1_000; leftMs > 0; leftMs -= renewEveryMs) {
      await this.turns.next(this.commander, 'time passes', 1);
      await this.turns.during(this.passTime(Math.min(leftMs, renewEveryMs)));
      if (!isFrozen) for (const worker of this.workers) worker.renew();
    }
  }

  private async passTime(ms: number): Promise<void> {
    await this.owner.query('update world.clock set at = $1', [new Date(Date.now() + ms)]);
    vi.advanceTimersByTime(ms);
  }

  private async erase(who: string, ...[kind, destination, type, payload]: [string, string, string, object]) {
    const id = this.newId();
    const now = new Date();
    await this.owner.query(
      `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
      values ($1, $2, $3, $4, $1, $5, $6, $6)`,
      [id, kind, destination, type, JSON.stringify(payload), now],
    );
    this.promised.erasures.push({ id, who, asked: this.nextMoment(), askedMs: now.getTime() });
  }

  private async crash(index: number): Promise<void> {
    await this.turns.kill(this.workerAt(index).process);
    await this.startWorker(index);
  }

  /** Everything works from here on. */
  private async drain(): Promise<void> {
    this.failuresLeft = 0;
    this.setRedisAway(false);
    for (const { process } of this.workers) process.breaks = null;
    for (let round = 0; round < 20; round += 1) {
      await this.passTime(70_000);
      await this.work([0], Infinity);
      await this.turns.untilIdle();
      const [due] = await this.owner.query<object[]>(`select from outbox where state = 'waiting' limit 1`);
      if (!due && this.visits.size + this.signups.size === 0) return;
      if (due) void this.workerAt(0).relay();
      await this.turns.untilIdle();
    }
    this.promised.faults.push('jobs or effects never end');
  }
}
