import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDeliveries1764547500000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // No foreign key to the lead: erasing a person and keeping the record of a call are decided apart.
    await db.query(`create table deliveries (
      id uuid primary key, event_id uuid not null, endpoint text not null, type text not null,
      payload jsonb not null, occurred_at timestamptz not null, lead_id uuid,
      status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
      turn int not null default 0, attempts int not null default 0, failures int not null default 0,
      next_attempt_at timestamptz, enqueue_at timestamptz not null, delivered_at timestamptz,
      created_at timestamptz not null default now(),
      constraint deliveries_once unique (event_id, endpoint))`);
    await db.query(`create index deliveries_of_endpoint on deliveries (endpoint, id)`);
    await db.query(
      `create index deliveries_to_enqueue on deliveries (endpoint, enqueue_at) where status = 'waiting'`,
    );
    await db.query(
      `create index deliveries_failed on deliveries (endpoint, created_at) where status = 'failed'`,
    );
    await db.query(`create index deliveries_of_lead on deliveries (lead_id) where lead_id is not null`);
    await db.query(`create index deliveries_created_at on deliveries (created_at)`);
    await db.query(`create table delivery_attempts (
      delivery_id uuid not null constraint delivery_attempts_delivery references deliveries on delete cascade,
      number int not null, attempted_at timestamptz not null default now(),
      duration_ms int, status_code int, error text, response_start text,
      primary key (delivery_id, number))`);
    await db.query(`create table webhook_endpoints (
      name text primary key, configured boolean not null default true, off_since timestamptz, off_reason text)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table webhook_endpoints, delivery_attempts, deliveries`);
  }
}
