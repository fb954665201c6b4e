import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lead of somebody who asked not to be counted has no visit, and that isn't the same as an unknown one. */
export class LeaveVisitsOut1764548750000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads drop constraint leads_visit_match_check`);
    await db.query(`alter table leads add constraint leads_visit_match_check
      check (visit_match in ('certain', 'ambiguous', 'unknown', 'not-counted')) not valid`);
    await db.query(`alter table leads validate constraint leads_visit_match_check`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`update leads set visit_match = 'unknown' where visit_match = 'not-counted'`);
    await db.query(`alter table leads drop constraint leads_visit_match_check`);
    await db.query(`alter table leads add constraint leads_visit_match_check
      check (visit_match in ('certain', 'ambiguous', 'unknown'))`);
  }
}
