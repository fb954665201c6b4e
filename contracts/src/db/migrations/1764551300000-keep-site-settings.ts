import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner changes settings of the site in the browser. */
export class KeepSiteSettings1764551300000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table site_settings (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now()
    )`);
    await db.query(`create table site_edits (
      id uuid primary key,
      key text not null,
      old_value jsonb not null,
      new_value jsonb not null,
      edited_at timestamptz not null default now()
    )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table site_edits`);
    await db.query(`drop table site_settings`);
  }
}
