import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What follows from a request is sent by another process, often later; a trace goes on there. */
export class TraceEffects1764548720000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table outbox add column trace text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`alter table outbox drop column trace`);
  }
}
