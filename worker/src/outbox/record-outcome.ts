import type { EffectState } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';
import type { Destination, LeasedEffect, Outcome } from './destination.js';

/**
 * Completes an attempt and moves its effect on, in one statement, and returns the effect's state; null if it's handed
 * over. If two attempts of one effect ran, a success always counts, and a failure only if its attempt is the last one.
 */
export async function recordOutcome(
  db: DataSource,
  effect: LeasedEffect,
  outcome: Outcome,
  durationMs: number,
  { secondsToNextAttempt }: Pick<Destination, 'secondsToNextAttempt'>,
): Promise<EffectState | null> {
  const { id, number, failures } = effect;
  const { result, statusCode = null, error = null, responseStart = null, retryAfterSeconds = 0 } = outcome;
  const move = async (state: EffectState, { isFailure = false, seconds = null as number | null } = {}) => {
    await db.query(moveOn, [
      ...[id, number, durationMs, statusCode, error, responseStart],
      ...[state, state === 'sent' ? null : (error ?? statusCode), isFailure ? 1 : 0, seconds],
    ]);
    return state;
  };
  switch (result) {
    case 'handed-over':
      await db.query('delete from outbox where id = $1', [id]);
      return null;
    case 'dropped':
      await db.query(drop, [id, number, error]);
      return 'dropped';
    case 'retry': {
      const seconds = secondsToNextAttempt(failures + 1, retryAfterSeconds);
      return move(seconds === null ? 'failed' : 'waiting', { isFailure: true, seconds });
    }
    case 'failed':
      return move('failed', { isFailure: true });
    case 'postponed':
      return move('waiting', { seconds: retryAfterSeconds });
    case 'sent':
      return move('sent');
  }
}

/** Whether the row is still at the last attempt: no replay has restarted the schedule meanwhile. */
const isCurrent = `state = 'waiting' and attempts = $2 and leased_until is not null`;

const moveOn = `with attempt as (
    update outbox_attempts set duration_ms = $3, status_code = $4, error = $5, response_start = $6
    where effect_id = $1 and number = $2)
  update outbox set state = $7, last_error = $8, leased_until = null, failures = failures + $9,
    due_at = now() + $10::float8 * interval '1 second', sent_at = case $7 when 'sent' then now() end
  where id = $1 and case $7 when 'sent' then state <> 'sent' else ${isCurrent} end`;

/** Nothing was sent, so there was no attempt. */
const drop = `with attempt as (delete from outbox_attempts where effect_id = $1 and number = $2)
  update outbox set state = 'dropped', last_error = $3, leased_until = null, due_at = null, attempts = attempts - 1
  where id = $1 and ${isCurrent}`;
