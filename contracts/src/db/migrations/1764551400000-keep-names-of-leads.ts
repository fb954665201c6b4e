import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Forms may ask for a name. The owner's search finds it by an index of its own: one more column in `leads_text` would build that again. */
export class KeepNamesOfLeads1764551400000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads add name text`);
    await db.query(`create index leads_name on leads using gin (name gin_trgm_ops) where name is not null`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads drop column name`);
  }
}
