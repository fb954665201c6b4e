import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTextDrafts1764549700000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table text_drafts (
      language text not null, key text not null, value text not null, written_over text not null,
      updated_at timestamptz not null default now(), primary key (language, key))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table text_drafts`);
  }
}
