import type { MigrationInterface, QueryRunner } from 'typeorm';

const marks = [10, 30, 60, 120, 300];

/**
 * How many views of a day were watched at least so long, filled from the views that are still there. What code from
 * before this records meanwhile is added by the nightly reconciliation.
 */
export class CountWatchMarks1764547860000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    const columns = marks.map((seconds) => `add column reached_${seconds} int not null default 0`);
    await db.query(`alter table video_views_by_day ${columns.join(', ')}`);
    const counts = marks.map(
      (seconds) => `count(*) filter (where watched_seconds >= ${seconds}) as reached_${seconds}`,
    );
    await db.query(`
      with zone as (select value from settings where name = 'time_zone'),
      counted as (
        select (occurred_at at time zone zone.value)::date as day, video_id, ${counts.join(', ')}
        from video_views cross join zone group by 1, 2)
      update video_views_by_day as kept
      set ${marks.map((seconds) => `reached_${seconds} = counted.reached_${seconds}`).join(', ')}
      from counted where counted.day = kept.day and counted.video_id = kept.video_id`);
  }

  async down(db: QueryRunner): Promise<void> {
    const columns = marks.map((seconds) => `drop column reached_${seconds}`);
    await db.query(`alter table video_views_by_day ${columns.join(', ')}`);
  }
}
