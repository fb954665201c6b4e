import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an Idempotency-Key came with, so that the same key with another body can be refused with Redis away too. */
export class KeepLeadBodies1764548200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads add body_digest bytea`);
    await db.query(`alter table spilled_jobs add idempotency_digest bytea, add body_digest bytea`);
    await db.query(`create index spilled_jobs_idempotency on spilled_jobs (idempotency_digest)
      where idempotency_digest is not null`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop index spilled_jobs_idempotency`);
    await db.query(`alter table spilled_jobs drop body_digest, drop idempotency_digest`);
    await db.query(`alter table leads drop body_digest`);
  }
}
