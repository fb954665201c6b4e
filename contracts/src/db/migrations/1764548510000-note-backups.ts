import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In Postgres, which every process reaches: the files of a backup are seen by the host alone. */
export class NoteBackups1764548510000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table backup_state (
      "only" boolean primary key default true, succeeded_at timestamptz not null,
      constraint backup_state_only_check check ("only"))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table backup_state`);
  }
}
