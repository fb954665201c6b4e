import type { MigrationInterface, QueryRunner } from 'typeorm';

/** So that the owner can tell a session of hers from one that isn't. Unknown for those that are open already. */
export class DescribeSessions1764548730000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table admin_sessions add column network text, add column browser text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table admin_sessions drop column network, drop column browser`);
  }
}
