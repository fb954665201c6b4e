import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShareFigures1764549450000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table api_keys (
      id uuid primary key, name text not null, token_hash bytea not null, created_at timestamptz not null default now(),
      last_used_at timestamptz, expires_at timestamptz)`);
    await db.query(`create unique index api_keys_token on api_keys (token_hash)`);
    await db.query(`create table shared_links (
      id uuid primary key, name text not null, token_hash bytea not null, created_at timestamptz not null default now(),
      last_used_at timestamptz, expires_at timestamptz not null, query text not null, password_hash bytea)`);
    await db.query(`create unique index shared_links_token on shared_links (token_hash)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table api_keys, shared_links`);
  }
}
