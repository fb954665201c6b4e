import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a newsletter signup asked to hear about, where that isn't the letter alone. */
export class TagSignups1764549200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads add column signup_kind text,
      add constraint leads_signup_kind_check check (signup_kind in ('agents'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads drop column signup_kind`);
  }
}
