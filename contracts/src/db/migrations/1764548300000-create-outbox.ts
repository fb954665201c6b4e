import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries, mails and spilled jobs become rows of one shape. Each is due exactly when it would have been. */
export class CreateOutbox1764548300000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table outbox (
      id uuid primary key, kind text not null, destination text not null, type text not null,
      event_id uuid not null, payload jsonb not null, lead_id uuid, occurred_at timestamptz not null,
      state text not null default 'waiting', due_at timestamptz, leased_until timestamptz,
      attempts int not null default 0, failures int not null default 0, last_error text,
      sent_at timestamptz, created_at timestamptz not null default now(),
      constraint outbox_once unique (destination, type, event_id),
      constraint outbox_kind check (kind in ('webhook', 'mail', 'job')),
      constraint outbox_state check (state in ('waiting', 'sent', 'dropped', 'failed')))`);
    await db.query(`create table outbox_attempts (
      effect_id uuid not null constraint outbox_attempts_effect references outbox on delete cascade,
      number int not null, attempted_at timestamptz not null default now(),
      duration_ms int, status_code int, error text, response_start text,
      primary key (effect_id, number))`);

    // A worker of the version before may be in the middle of planning something: it commits first, or tries again later.
    await db.query(`lock table deliveries, delivery_attempts, mails, spilled_jobs in access exclusive mode`);
    await db.query(`insert into outbox (id, kind, destination, type, event_id, payload, lead_id, occurred_at, state,
        due_at, attempts, failures, last_error, sent_at, created_at)
      select id, 'webhook', endpoint, type, event_id, payload, lead_id, occurred_at,
        case status when 'delivered' then 'sent' else status end,
        case status when 'waiting' then coalesce(next_attempt_at, enqueue_at) end, attempts, failures,
        case status when 'delivered' then null else (select coalesce(status_code::text, error)
          from delivery_attempts where delivery_id = id and number = deliveries.attempts) end,
        delivered_at, created_at
      from deliveries`);
    await db.query(`insert into outbox_attempts select * from delivery_attempts`);
    await db.query(`insert into outbox (id, kind, destination, type, event_id, payload, lead_id, occurred_at, state,
        due_at, attempts, failures, last_error, sent_at, created_at)
      select id, 'mail', 'smtp', kind, coalesce(lead_id, md5('weekly-letter ' || week)::uuid),
        case when week is null then '{}' else jsonb_build_object('week', week) end, lead_id, planned_at, status,
        case status when 'waiting' then next_attempt_at end, attempts, attempts, reason, sent_at, planned_at
      from mails`);
    await db.query(`insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at, created_at)
      select id, 'job', queue, name, id, payload::jsonb, spilled_at, spilled_at, spilled_at from spilled_jobs`);
    await db.query(`drop table delivery_attempts, deliveries, mails, spilled_jobs`);

    await db.query(`create index outbox_due on outbox (destination, due_at) where state = 'waiting'`);
    await db.query(`create index outbox_failed on outbox (destination, created_at) where state = 'failed'`);
    await db.query(`create index outbox_of_destination on outbox (destination, id)`);
    await db.query(`create index outbox_of_lead on outbox (lead_id) where lead_id is not null`);
    await db.query(`create index outbox_created_at on outbox (created_at)`);
    // Leads that wait for Redis: equal ones must become one, and a repeated Idempotency-Key must be recognized.
    await db.query(
      `create index outbox_job_content on outbox ((payload->'claims'->>'content')) where kind = 'job'`,
    );
    await db.query(`create index outbox_job_key on outbox ((payload->'claims'->>'key')) where kind = 'job'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`create table deliveries (
      id uuid primary key, event_id uuid not null, endpoint text not null, type text not null,
      payload jsonb not null, occurred_at timestamptz not null, lead_id uuid,
      status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
      turn int not null default 0, attempts int not null default 0, failures int not null default 0,
      next_attempt_at timestamptz, enqueue_at timestamptz not null, delivered_at timestamptz,
      created_at timestamptz not null default now(),
      constraint deliveries_once unique (event_id, endpoint))`);
    await db.query(`create table delivery_attempts (
      delivery_id uuid not null constraint delivery_attempts_delivery references deliveries on delete cascade,
      number int not null, attempted_at timestamptz not null default now(),
      duration_ms int, status_code int, error text, response_start text,
      primary key (delivery_id, number))`);
    await db.query(`create table mails (
      id uuid primary key, kind text not null, lead_id uuid, status text not null default 'waiting',
      attempts int not null default 0, planned_at timestamptz not null default now(),
      next_attempt_at timestamptz not null default now(), sent_at timestamptz, reason text, week date,
      constraint mails_once unique (lead_id, kind),
      constraint mails_once_a_week unique (week),
      constraint mails_lead foreign key (lead_id) references leads (id) on delete cascade,
      constraint mails_kind check (kind in ('confirm', 'lead-notice', 'weekly-letter')),
      constraint mails_of_kind check (case kind when 'weekly-letter' then week is not null and lead_id is null
        else week is null and lead_id is not null end),
      constraint mails_status check (status in ('waiting', 'sent', 'dropped', 'failed')))`);
    await db.query(`create table spilled_jobs (
      id uuid primary key, queue text not null, name text not null, payload text not null,
      spilled_at timestamptz not null default now(), idempotency_digest bytea, body_digest bytea)`);

    await db.query(`insert into deliveries (id, event_id, endpoint, type, payload, occurred_at, lead_id, status,
        attempts, failures, next_attempt_at, enqueue_at, delivered_at, created_at)
      select id, event_id, destination, type, payload, occurred_at, lead_id,
        case state when 'sent' then 'delivered' else state end, attempts, failures, due_at,
        coalesce(due_at, created_at), sent_at, created_at
      from outbox where kind = 'webhook'`);
    await db.query(`insert into delivery_attempts select a.* from outbox_attempts as a
      join outbox on outbox.id = effect_id where kind = 'webhook'`);
    await db.query(`insert into mails (id, kind, lead_id, status, attempts, planned_at, next_attempt_at, sent_at,
        reason, week)
      select outbox.id, type, lead_id, state, attempts, created_at, coalesce(due_at, created_at), sent_at, last_error,
        (payload->>'week')::date
      from outbox left join leads on leads.id = lead_id where outbox.kind = 'mail' and lead_id is not distinct from leads.id`);
    await db.query(`insert into spilled_jobs (id, queue, name, payload, spilled_at)
      select id, destination, type, payload::text, created_at from outbox where kind = 'job'`);
    await db.query(`drop table outbox_attempts, outbox`);

    await db.query(`create index deliveries_of_endpoint on deliveries (endpoint, id)`);
    await db.query(
      `create index deliveries_to_enqueue on deliveries (endpoint, enqueue_at) where status = 'waiting'`,
    );
    await db.query(
      `create index deliveries_failed on deliveries (endpoint, created_at) where status = 'failed'`,
    );
    await db.query(`create index deliveries_of_lead on deliveries (lead_id) where lead_id is not null`);
    await db.query(`create index deliveries_created_at on deliveries (created_at)`);
    await db.query(`create index mails_due on mails (next_attempt_at) where status = 'waiting'`);
    await db.query(
      `create index spilled_jobs_idempotency on spilled_jobs (idempotency_digest) where idempotency_digest is not null`,
    );
  }
}
