import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many views of a day ended at each second, filled from the views that are still there; an hour and longer is one
 * row. What code from before this records meanwhile is added by the nightly reconciliation.
 */
export class CountWatchedSeconds1764548820000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // The video first: its curve is asked for over many days.
    await db.query(`create table video_views_by_day_second (
      day date, video_id text, seconds int, views int not null, primary key (video_id, day, seconds))`);
    await db.query(`
      insert into video_views_by_day_second (day, video_id, seconds, views)
      select (occurred_at at time zone zone.value)::date, video_id, least(watched_seconds, 3600), count(*)
      from video_views cross join (select value from settings where name = 'time_zone') as zone group by 1, 2, 3`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table video_views_by_day_second`);
  }
}
