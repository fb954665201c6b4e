import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leads of the past, from a file: nobody waits for an answer to them. */
export class MarkImportedLeads1764548660000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads add imported boolean not null default false`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads drop imported`);
  }
}
