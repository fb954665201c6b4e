import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What makes two posts one lead, what was thought of it, and the visit it came from; and jobs that wait for Redis. */
export class ExtendLeads1764547440000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads
      add content_digest bytea,
      add idempotency_digest bytea,
      add verdict text not null default 'accepted' check (verdict in ('accepted', 'quarantined', 'released')),
      add verdict_reasons text[] not null default '{}',
      add visit_match text not null default 'unknown' check (visit_match in ('certain', 'ambiguous', 'unknown')),
      add first_page text,
      add referrer text,
      add utm_source text,
      add utm_medium text,
      add utm_campaign text`);
    await db.query(`create index leads_content on leads (content_digest, received_at)`);
    await db.query(`create index leads_idempotency on leads (idempotency_digest, received_at)
      where idempotency_digest is not null`);
    await db.query(`create index visits_of_visitor on visits (visitor, id) where visitor is not null`);
    await db.query(`create table spilled_jobs (
      id uuid primary key, queue text not null, name text not null, payload text not null,
      spilled_at timestamptz not null default now())`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table spilled_jobs`);
    await db.query(`drop index visits_of_visitor, leads_idempotency, leads_content`);
    await db.query(`alter table leads drop content_digest, drop idempotency_digest, drop verdict,
      drop verdict_reasons, drop visit_match, drop first_page, drop referrer, drop utm_source, drop utm_medium,
      drop utm_campaign`);
  }
}
