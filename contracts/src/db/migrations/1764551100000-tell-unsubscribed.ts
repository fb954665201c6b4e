import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A subscriber whom anybody unsubscribed by their bare address gets a mail about it. */
export class TellUnsubscribed1764551100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table subscribers add told_of timestamptz`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table subscribers drop column told_of`);
  }
}
