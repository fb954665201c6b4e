import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many of a chunk's new page views are bots, by reason: an import reports them. */
export class CountBotsOfChunks1764550600000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table recorded_chunks add column bots jsonb not null default '{}'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('alter table recorded_chunks drop column bots');
  }
}
