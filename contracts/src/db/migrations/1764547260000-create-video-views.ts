import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateVideoViews1764547260000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table video_views (
      view_id uuid, video_id text, id uuid not null, occurred_at timestamptz not null,
      stored_at timestamptz not null default now(), video_title text not null,
      watched_seconds int not null check (watched_seconds > 0), previous_seconds int not null default 0,
      visitor bytea not null, country text not null, city text, ip inet,
      primary key (view_id, video_id))`);
    await db.query(`create index video_views_newest on video_views (occurred_at)`);
    await db.query(`create index video_views_stored_at on video_views using brin (stored_at)`);
    await db.query(`create table video_views_by_day (
      day date, video_id text, video_title text not null, views int not null,
      watched_seconds bigint not null, primary key (day, video_id))`);
    await db.query(`create table viewers_by_day (
      day date, video_id text, viewers int not null, primary key (day, video_id))`);
    await db.query(`create table day_viewers (
      day date, video_id text, visitor bytea, primary key (day, video_id, visitor))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table day_viewers, viewers_by_day, video_views_by_day, video_views`);
  }
}
