import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the owner did about a lead, and the indexes behind her inbox. Writers of leads are workers, which start after
 * the migrations, so the short lock of these indexes keeps nobody waiting: forms are taken in by Redis meanwhile.
 */
export class AnswerLeads1764547620000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads
      add note text,
      add answered_at timestamptz,
      add revision int not null default 0,
      add constraint leads_status_known check (status in ('new', 'answered', 'archived'))`);
    await db.query(`create index leads_of_status on leads (status, id) where verdict <> 'quarantined'`);
    await db.query(`create index leads_quarantined on leads (id) where verdict = 'quarantined'`);
    await db.query(`create index leads_to_answer on leads (received_at)
      where status = 'new' and verdict <> 'quarantined' and kind in ('setups', 'question')`);
    await db.query(`create index leads_of_kind on leads (kind, id)`);
    await db.query(`create index leads_received_at on leads (received_at)`);
    // Trusted since Postgres 13: the database's owner may create it. It stays on the way down, others may use it.
    await db.query(`create extension if not exists pg_trgm`);
    await db.query(`create index leads_text on leads using gin
      (email gin_trgm_ops, phone gin_trgm_ops, idea gin_trgm_ops)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop index leads_text, leads_received_at, leads_of_kind, leads_to_answer, leads_quarantined,
      leads_of_status`);
    await db.query(
      `alter table leads drop constraint leads_status_known, drop revision, drop answered_at, drop note`,
    );
  }
}
