import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What waits for an answer is found among however many sign-ups, in the order of the inbox. */
export class FindLeadsToAnswer1764549400100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create index leads_to_answer_newest on leads (id)
      where status = 'new' and verdict <> 'quarantined' and kind in ('setups', 'question')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop index leads_to_answer_newest`);
  }
}
