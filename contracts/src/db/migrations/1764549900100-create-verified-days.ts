import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days whose figures were found to be what their rows say, and a fingerprint of both as they were then. */
export class CreateVerifiedDays1764549900100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table verified_days (day date primary key, fingerprint uuid not null)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('drop table verified_days');
  }
}
