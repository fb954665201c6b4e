import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the owner wrote back to a lead; the mail that carries it is an effect. */
export class CreateLeadReplies1764549400000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table lead_replies (
      id uuid primary key, lead_id uuid not null constraint lead_replies_lead references leads on delete cascade,
      subject text not null, text text not null,
      created_at timestamptz not null default now(), sent_at timestamptz)`);
    await db.query(`create index lead_replies_of_lead on lead_replies (lead_id)`);
    // A reply may mention somebody else, who is found by this when they are erased.
    await db.query(
      `create index lead_replies_text on lead_replies using gin (text gin_trgm_ops) where text like '%@%'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`delete from outbox where destination = 'smtp-replies'`);
    await db.query(`drop table lead_replies`);
  }
}
