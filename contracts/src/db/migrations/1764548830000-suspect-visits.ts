import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a person's page view may be a robot's. Without a default, so no row is rewritten. */
export class SuspectVisits1764548830000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table visits add suspicion text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table visits drop suspicion`);
  }
}
