import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSubscribers1764547560000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table subscribers (
      email text primary key, id uuid not null, state text not null, language text not null, lead_id uuid not null,
      requested_at timestamptz not null, confirmed_at timestamptz, unsubscribed_at timestamptz,
      constraint subscribers_state check (state in ('pending', 'confirmed', 'unsubscribed')))`);
    await db.query(`create unique index subscribers_id on subscribers (id)`);
    await db.query(`create table mails (
      id uuid primary key, kind text not null, lead_id uuid not null, status text not null default 'waiting',
      attempts int not null default 0, planned_at timestamptz not null default now(),
      next_attempt_at timestamptz not null default now(), sent_at timestamptz, reason text,
      constraint mails_once unique (lead_id, kind),
      constraint mails_lead foreign key (lead_id) references leads (id) on delete cascade,
      constraint mails_kind check (kind in ('confirm', 'lead-notice')),
      constraint mails_status check (status in ('waiting', 'sent', 'dropped', 'failed')))`);
    await db.query(`create index mails_due on mails (next_attempt_at) where status = 'waiting'`);
    // Until now a newsletter signup was only a lead, and counted as it was sent.
    await db.query(`insert into subscribers (email, id, state, language, lead_id, requested_at, confirmed_at, unsubscribed_at)
      select distinct on (lower(l.email)) lower(l.email), gen_random_uuid(),
        case when s.email is null then 'confirmed' else 'unsubscribed' end,
        coalesce(l.language, 'ENG'), l.id, l.received_at, l.received_at, s.suppressed_at
      from leads l left join suppressions s on s.email = lower(l.email)
      where l.kind = 'newsletter' and l.email is not null order by lower(l.email), l.received_at desc`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table mails, subscribers`);
  }
}
