import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner sets where her leads go in the browser. */
export class KeepWebhookAddresses1764551700000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table webhook_endpoints add column sealed_url bytea`);
    await db.query(`create table webhook_keys (
      id uuid primary key,
      sealed_key bytea not null,
      made_at timestamptz not null default now(),
      replaced_at timestamptz
    )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table webhook_keys`);
    await db.query(`alter table webhook_endpoints drop column sealed_url`);
  }
}
