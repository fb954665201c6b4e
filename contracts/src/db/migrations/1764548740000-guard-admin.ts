import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardAdmin1764548740000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table second_factor (
      "only" boolean primary key default true, sealed_secret bytea not null, confirmed_at timestamptz,
      last_step bigint not null default 0, constraint second_factor_only_check check ("only"))`);
    await db.query(`create table admin_key (
      "only" boolean primary key default true, fingerprint bytea not null,
      constraint admin_key_only_check check ("only"))`);
    await db.query(`create table security_events (
      id uuid primary key, kind text not null, occurred_at timestamptz not null default now(),
      network text, browser text, reported boolean not null default false)`);
    await db.query(`create index security_events_newest on security_events (occurred_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table second_factor, admin_key, security_events`);
  }
}
