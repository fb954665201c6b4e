import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLeads1764547320000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table leads (
      id uuid primary key, kind text not null, status text not null default 'new', email text, phone text, idea text,
      language text, video_id text, watched_seconds int, client_timestamp text not null,
      received_at timestamptz not null, stored_at timestamptz not null default now(),
      check (email is not null or phone is not null))`);
    await db.query(`create table suppressions (
      email text primary key, id uuid not null, suppressed_at timestamptz not null)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table suppressions, leads`);
  }
}
