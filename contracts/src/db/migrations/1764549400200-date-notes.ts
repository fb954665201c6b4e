import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a note was last changed, for its place in the lead's timeline; unknown of those from before. */
export class DateNotes1764549400200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads add noted_at timestamptz`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads drop noted_at`);
  }
}
