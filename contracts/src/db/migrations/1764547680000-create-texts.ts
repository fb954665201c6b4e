import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTexts1764547680000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table texts (
      language text not null, key text not null, value text not null, updated_at timestamptz not null default now(),
      primary key (language, key))`);
    await db.query(`create table text_edits (
      id uuid primary key, language text not null, key text not null, old_value text not null, new_value text not null,
      edited_at timestamptz not null default now())`);
    await db.query(`create index text_edits_of_text on text_edits (language, key, id)`);
    await db.query(`create table texts_state (
      "only" boolean primary key default true, version uuid, changed_at timestamptz,
      rendered_version uuid, rendered_at timestamptz, failure text, failed_at timestamptz, failures int not null default 0,
      constraint texts_state_only_check check ("only"))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table texts_state, text_edits, texts`);
  }
}
