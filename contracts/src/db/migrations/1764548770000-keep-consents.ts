import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a subscriber agreed to and when, kept when they sign up again; and addresses that a mail server refused. */
export class KeepConsents1764548770000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table leads add consent text`);
    await db.query(`create table consents (
      lead_id uuid primary key, email text not null, language text not null, sentence text,
      given_at timestamptz not null, confirmed_at timestamptz, confirmed_by text, withdrawn_at timestamptz,
      constraint consents_confirmed_by_check check (confirmed_by in ('mail', 'form', 'import')),
      constraint consents_confirmed_check check ((confirmed_at is null) = (confirmed_by is null)))`);
    await db.query(`create index consents_email on consents (email)`);
    await db.query(`create index subscribers_of_state on subscribers (state, lead_id)`);
    await db.query(`create table bounces (
      email text primary key, bounced_at timestamptz not null, status text not null)`);
    // Of those on the list the sentence isn't known. With a mail to confirm, the two times differ.
    await db.query(`insert into consents
        (lead_id, email, language, given_at, confirmed_at, confirmed_by, withdrawn_at)
      select s.lead_id, s.email, s.language, s.requested_at, confirmed.at,
        case when confirmed.at is null then null when l.imported then 'import'
          when confirmed.at > s.requested_at then 'mail' else 'form' end,
        case s.state when 'unsubscribed' then s.unsubscribed_at end
      from subscribers s left join leads l on l.id = s.lead_id
        cross join lateral (select case when s.confirmed_at >= s.requested_at then s.confirmed_at end as at) confirmed
      on conflict do nothing`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table bounces, consents`);
    await db.query(`drop index subscribers_of_state`);
    await db.query(`alter table leads drop consent`);
  }
}
