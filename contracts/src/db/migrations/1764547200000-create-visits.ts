import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Page views, their rollups and what the pipeline keeps about itself. Partitions are made by the worker, ahead of time. */
export class CreateVisits1764547200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table visits (
        id uuid not null,
        occurred_at timestamptz not null,
        stored_at timestamptz not null default now(),
        source text not null check (source in ('beacon', 'edge', 'import')),
        page text not null,
        referrer text,
        referrer_host text,
        utm_source text,
        utm_medium text,
        utm_campaign text,
        language text,
        visitor bytea,
        country text not null,
        city text,
        ip inet,
        bot_reason text,
        bot_class text,
        bot_name text,
        user_agent text,
        joined_id uuid,
        primary key (id),
        check ((bot_reason is null) = (bot_class is null)),
        check (bot_reason is not null or visitor is not null)
      ) partition by range (id)`);
    await db.query(`create index visits_people_newest on visits (id) where bot_reason is null`);
    await db.query(`create index visits_bots_newest on visits (id) where bot_reason is not null`);
    await db.query(`create index visits_joined on visits (joined_id) where joined_id is not null`);
    await db.query(`create index visits_stored_at on visits using brin (stored_at)`);

    await db.query(`create table visits_by_hour (
      hour timestamp primary key, people int not null, bots int not null)`);
    await db.query(`create table visits_by_day (
      day date primary key, people int not null, bots int not null)`);
    await db.query(`create table visitors_by_day (day date primary key, visitors int not null)`);
    for (const period of ['day', 'month']) {
      await db.query(`create table visits_by_${period}_page (
        ${period} date, page_key uuid, page text not null, people int not null, last_seen_at timestamptz not null,
        primary key (${period}, page_key))`);
      await db.query(`create table visits_by_${period}_country (
        ${period} date, country text, people int not null, primary key (${period}, country))`);
    }
    await db.query(`create table visits_by_day_referrer (
      day date, referrer_host text, people int not null, primary key (day, referrer_host))`);
    await db.query(`create table visits_by_day_campaign (
      day date, utm_source text, utm_medium text, utm_campaign text, people int not null,
      primary key (day, utm_source, utm_medium, utm_campaign))`);
    await db.query(`create table visits_by_day_bot (
      day date, bot_class text, bot_reason text, bots int not null, primary key (day, bot_class, bot_reason))`);
    await db.query(`create table day_visitors (day date, visitor bytea, primary key (day, visitor))`);
    await db.query(`create table day_salts (
      day date primary key, salt bytea not null, used_at timestamptz not null default now())`);

    await db.query(`create table recorded_chunks (
      id uuid primary key, stored int not null, dropped jsonb not null default '{}',
      recorded_at timestamptz not null default now())`);
    await db.query(`create index recorded_chunks_recorded_at on recorded_chunks (recorded_at)`);
    await db.query(`create table drops_by_day (
      day date, reason text, events int not null, primary key (day, reason))`);
    await db.query(`create table rejected_events (
      id uuid primary key, queue text not null, reason text not null, event text not null,
      rejected_at timestamptz not null default now())`);
    await db.query(`create index rejected_events_rejected_at on rejected_events (rejected_at)`);
    await db.query(`create table sealed_months (
      month date primary key, sealed_at timestamptz not null default now())`);
    await db.query(`create table settings (name text primary key, value text not null)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table settings, sealed_months, rejected_events, drops_by_day, recorded_chunks, day_salts,
      day_visitors, visits_by_day_bot, visits_by_day_campaign, visits_by_day_referrer, visits_by_month_country,
      visits_by_day_country, visits_by_month_page, visits_by_day_page, visitors_by_day, visits_by_day, visits_by_hour, visits`);
  }
}
