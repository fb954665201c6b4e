import type { DataSource } from 'typeorm';
import type { BegunAttempt } from './begun-attempt.js';
import { readRetryAfter, secondsToNextAttempt } from './next-attempt.js';
import type { PostResult } from './post-webhook.js';
import type { WebhookSettings } from '../config/webhook-settings.js';

export type Outcome = 'delivered' | 'gone' | 'retried' | 'failed' | 'stopped';

/**
 * Completes an attempt's row and moves its delivery on, in one statement. Where the same job ran twice, a good
 * answer always counts and of two bad ones only the first moves the schedule.
 */
export async function recordOutcome(
  db: DataSource,
  attempt: BegunAttempt,
  result: PostResult,
  durationMs: number,
  { retrySeconds }: Pick<WebhookSettings, 'retrySeconds'>,
): Promise<Outcome> {
  const { id, number, turn, endpoint, failures } = attempt;
  const answer = 'error' in result ? null : result;
  const error = 'error' in result ? result.error : null;
  const known = [id, number, durationMs, answer?.statusCode ?? null, error, answer?.responseStart ?? null];
  const status = answer?.statusCode ?? 0;
  if (status >= 200 && status <= 299) {
    await db.query(markDelivered, known);
    return 'delivered';
  }
  if (status === 410) {
    await db.query(switchOff, [...known, turn, endpoint]);
    return 'gone';
  }
  // Our own going down says nothing about the endpoint: the job comes again, and the schedule stands.
  if (error === 'stopped') {
    await db.query(`${completeAttempt} select 1`, known);
    return 'stopped';
  }
  const retryAfter = readRetryAfter(answer?.retryAfter ?? null, new Date());
  const seconds = secondsToNextAttempt(failures + 1, retrySeconds, retryAfter);
  await db.query(scheduleNext, [...known, turn, seconds]);
  return seconds === null ? 'failed' : 'retried';
}

const completeAttempt = `with attempt as (
  update delivery_attempts set duration_ms = $3, status_code = $4, error = $5, response_start = $6
  where delivery_id = $1 and number = $2)`;

const markDelivered = `${completeAttempt}
  update deliveries set status = 'delivered', delivered_at = now(), next_attempt_at = null, turn = turn + 1
  where id = $1 and status <> 'delivered'`;

/** 410 Gone: nothing more is sent to this endpoint until the owner switches it on; its deliveries wait. */
const switchOff = `${completeAttempt},
  off as (
    insert into webhook_endpoints (name, off_since, off_reason) values ($8, now(), 'gone')
    on conflict (name) do update set
      off_since = coalesce(webhook_endpoints.off_since, excluded.off_since),
      off_reason = coalesce(webhook_endpoints.off_reason, excluded.off_reason))
  update deliveries set turn = turn + 1, enqueue_at = now(), next_attempt_at = now()
  where id = $1 and turn = $7 and status = 'waiting'`;

const scheduleNext = `${completeAttempt},
  next as (select now() + $8::float8 * interval '1 second' as at)
  update deliveries set turn = turn + 1, failures = failures + 1,
    status = case when at is null then 'failed' else 'waiting' end,
    next_attempt_at = at, enqueue_at = coalesce(at, enqueue_at)
  from next where id = $1 and turn = $7 and status = 'waiting'`;
