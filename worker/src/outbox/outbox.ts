import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { errorName, traceAttempt } from '@voordeur/server';
import pTimeout from 'p-timeout';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { countAttempt } from '../platform/metrics.js';
import type { Destination, LeasedEffect } from './destination.js';
import { leaseDue, renewEveryMs, renewLeases } from './lease-due.js';
import { Listener } from './listener.js';
import { recordOutcome } from './record-outcome.js';

/** In one process. A destination that hangs keeps this many attempts waiting and no other destination's. */
const attemptsAtOnce = 4;
/** Retries, replays, effects that a dead worker left, and everything while notifications don't arrive. */
const pollEveryMs = 1_000;
/** Then running attempts are stopped, and made again by the next process: a shutdown may take 10 s in all. */
const finishWithinMs = 5_000;
const stopWithinMs = 2_000;

/** Sends the effects planned in Postgres. No connection to Postgres is held while an attempt waits for its destination. */
@Injectable()
export class Outbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('outbox');
  private readonly destinations: Map<string, Destination>;
  private readonly running = new Map<LeasedEffect, Promise<void>>();
  /** Destinations that may have more due than there were slots for. */
  private readonly filled = new Set<string>();
  private readonly stop = new AbortController();
  private readonly listener: Listener;
  private timers: NodeJS.Timeout[] = [];
  private looking: Promise<void> = Promise.resolve();
  private isLooking = false;
  private lookAgain = false;
  private isClosing = false;
  private isAway = false;

  constructor(
    private readonly db: DataSource,
    { databaseUrl }: Pick<Config, 'databaseUrl'>,
    destinations: Destination[],
  ) {
    this.destinations = new Map(destinations.map((destination) => [destination.name, destination]));
    this.listener = new Listener(databaseUrl, () => {
      this.look();
    });
  }

  onApplicationBootstrap(): void {
    const poll = () => {
      this.listener.ensure();
      this.look();
    };
    const renew = () => void this.renew();
    this.timers = [setInterval(poll, pollEveryMs), setInterval(renew, renewEveryMs)];
    poll();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.looking;
    const finished = Promise.all(this.running.values());
    await pTimeout(finished, { milliseconds: finishWithinMs, message: false });
    this.stop.abort();
    await pTimeout(finished, { milliseconds: stopWithinMs, message: false });
    for (const timer of this.timers) clearInterval(timer);
    await this.listener.close();
    for (const destination of this.destinations.values()) destination.close?.();
  }

  /** Starts due effects, as many as there are free slots. If it's called meanwhile, it looks once more. */
  private look(): void {
    this.lookAgain = true;
    if (!this.isLooking) this.looking = this.startDue();
  }

  private async startDue(): Promise<void> {
    this.isLooking = true;
    while (this.lookAgain && !this.isClosing) {
      this.lookAgain = false;
      try {
        const slots = this.freeSlots();
        const leased = await leaseDue(this.db, slots);
        for (const [name, count] of slots) {
          const isFilled = leased.filter(({ destination }) => destination === name).length === count;
          if (isFilled) this.filled.add(name);
          else this.filled.delete(name);
        }
        for (const effect of leased) this.start(effect);
        this.isAway = false;
      } catch (error) {
        if (!this.isAway) this.log.warn({ error: errorName(error) }, 'effects wait in Postgres');
        this.isAway = true;
      }
    }
    this.isLooking = false;
  }

  private freeSlots(): Map<string, number> {
    const free = new Map<string, number>();
    for (const { name, isReady } of this.destinations.values()) {
      const slots = attemptsAtOnce - this.runningAt(name);
      if (slots > 0 && (isReady?.() ?? true)) free.set(name, slots);
    }
    return free;
  }

  private runningAt(name: string): number {
    return [...this.running.keys()].filter(({ destination }) => destination === name).length;
  }

  private start(effect: LeasedEffect): void {
    const attempt = this.attempt(effect).finally(() => {
      this.running.delete(effect);
      if (this.filled.has(effect.destination)) this.look();
    });
    this.running.set(effect, attempt);
  }

  private async attempt(effect: LeasedEffect): Promise<void> {
    const destination = this.destinations.get(effect.destination);
    if (!destination) return;
    try {
      const state = await attemptEffect(this.db, effect, destination, this.stop.signal);
      if (state !== 'failed') return;
      this.log.error(
        { effect: effect.id, destination: destination.name },
        'an effect failed; its row says why',
      );
    } catch (error) {
      // The lease ends, and then it's tried again.
      this.log.warn(
        { destination: destination.name, error: errorName(error) },
        'an attempt was not recorded',
      );
    }
  }

  private async renew(): Promise<void> {
    if (this.running.size === 0) return;
    await renewLeases(this.db, [...this.running.keys()]).catch(() => undefined);
  }
}

/** Makes one attempt and records its outcome; returns the effect's state, null if it's handed over. */
export async function attemptEffect(
  db: DataSource,
  effect: LeasedEffect,
  destination: Destination,
  stop: AbortSignal,
) {
  const startedAt = performance.now();
  const outcome = await traceAttempt(effect, destination.kind, () => destination.send(effect, stop));
  const durationMs = Math.round(performance.now() - startedAt);
  const state = await recordOutcome(db, effect, outcome, durationMs, destination);
  // The last retry fails the effect.
  countAttempt(destination.kind, state === 'failed' ? state : outcome.result);
  return state;
}
