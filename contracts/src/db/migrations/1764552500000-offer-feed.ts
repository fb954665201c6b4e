import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner can subscribe to her meetings. */
export class OfferFeed1764552500000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('alter table calendar add column feed uuid');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('alter table calendar drop column feed');
  }
}
