import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner uploads pictures and documents in the browser. */
export class KeepMedia1764551800000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table media (
      id uuid primary key,
      kind text not null,
      bytes int not null,
      state text not null default 'uploading'
        constraint media_state check (state in ('uploading', 'waiting', 'ready', 'refused')),
      refusal text,
      checks smallint not null default 0,
      claimed_until timestamptz,
      path text,
      used_at timestamptz not null default now()
    )`);
    await db.query(`create index media_waiting on media (used_at) where state = 'waiting'`);
    await db.query(`create table media_parts (
      media_id uuid not null constraint media_parts_media_id_fkey references media on delete cascade,
      file text not null,
      start int not null,
      data bytea not null,
      primary key (media_id, file, start)
    )`);
    // Pictures are packed already, and so its length is known without reading it.
    await db.query(`alter table media_parts alter column data set storage external`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table media_parts, media`);
  }
}
