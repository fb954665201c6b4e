import type { Effect, EffectKind } from '@voordeur/contracts/db';

/** An effect that this worker has leased for one attempt. */
export interface LeasedEffect extends Pick<
  Effect,
  'id' | 'destination' | 'type' | 'eventId' | 'leadId' | 'payload' | 'occurredAt' | 'failures' | 'trace'
> {
  /** The number of this attempt, replays included. */
  number: number;
}

/**
 * The outcome of an attempt.
 * - `sent`: the destination has it.
 * - `handed-over`: the destination has it, and the effect isn't kept.
 * - `dropped`: it's no longer wanted, and nothing was sent.
 * - `failed`: every other attempt would fail in the same way.
 * - `retry`: the next attempt is made by the destination's schedule, and not before `retryAfterSeconds`.
 * - `postponed`: it wasn't the effect's fault, so the attempt doesn't count as a failure; it's due again at once, or after
 *   `retryAfterSeconds`.
 */
export interface Outcome {
  result: 'sent' | 'handed-over' | 'dropped' | 'failed' | 'retry' | 'postponed';
  statusCode?: number;
  /** The name of an error, never its text, which may quote somebody's data. */
  error?: string;
  responseStart?: string;
  retryAfterSeconds?: number;
}

/** Somewhere effects are sent to: one of the owner's endpoints, the mail server, or a queue. */
export interface Destination {
  kind: EffectKind;
  /** `destination` of its effects. */
  name: string;
  /** Makes one attempt. Throws only when Postgres is away; the attempt is then made again when its lease ends. */
  send: (effect: LeasedEffect, stop: AbortSignal) => Promise<Outcome>;
  /** Seconds until the attempt after `failures` failed ones; null when the schedule is used up. */
  secondsToNextAttempt: (failures: number, retryAfterSeconds: number) => number | null;
  /** False while every attempt would fail; nothing is leased meanwhile. */
  isReady?: () => boolean;
  close?: () => void;
}
