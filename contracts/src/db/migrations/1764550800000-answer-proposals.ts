import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = { leads_to_answer: 'received_at', leads_to_answer_newest: 'id' };

/** A proposed time waits for an answer too, and is found as fast. Postgres uses these for the two older kinds alone as well. */
export class AnswerProposals1764550800000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await replaceIndexes(db, `'setups', 'question', 'proposal'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await replaceIndexes(db, `'setups', 'question'`);
    // The version before knows no other kind.
    await db.query(`update leads set kind = 'question' where kind = 'proposal'`);
    await db.query(`update reached_goals set goal = 'question' where goal = 'proposal'`);
  }
}

async function replaceIndexes(db: QueryRunner, kinds: string): Promise<void> {
  for (const [name, column] of Object.entries(indexes)) {
    await db.query(`drop index ${name}`);
    await db.query(`create index ${name} on leads (${column})
      where status = 'new' and verdict <> 'quarantined' and kind in (${kinds})`);
  }
}
