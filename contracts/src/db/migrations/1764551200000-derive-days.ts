import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The figures as they were added up until now: of sealed days for good, of the others until they are made from their rows. The tables
 * that they come from go with the next version, as a worker of the one before writes to them during an upgrade.
 */
const copyFigures = `
  insert into days (day, people, people_by_hour, bots, visitors)
  select day, people, array(
      select coalesce(visits_by_hour.people, 0)
      from generate_series(day::timestamp, day + interval '23 hours', interval '1 hour') as hour
      left join visits_by_hour using (hour) order by hour
    ), bots, coalesce(visitors, 0)
  from visits_by_day left join visitors_by_day using (day) where people + bots > 0;

  insert into values_by_day (dimension, day, key, value, views, last_seen_at)
  select dimension, day, md5(value)::uuid, value, views, last_seen_at from (
    select 'page' as dimension, day, page as value, people as views, last_seen_at from visits_by_day_page
    union all select 'country', day, country, people, null from visits_by_day_country
    union all select 'referrer', day, referrer_host, people, null from visits_by_day_referrer
    union all select 'campaign', day, concat_ws(E'\\n', utm_source, utm_medium, utm_campaign), people, null
      from visits_by_day_campaign
    union all select 'bot', day, concat_ws(E'\\n', bot_class, bot_reason), bots, null from visits_by_day_bot
  ) as counted where views > 0;
  insert into values_by_month (dimension, month, key, value, views, last_seen_at)
  select dimension, date_trunc('month', day), key, min(value), sum(views), max(last_seen_at)
  from values_by_day group by 1, 2, 3;

  insert into videos_by_day (day, video_id, title, views, viewers, views_by_second, watched_seconds)
  select day, video_id, video_title, views, coalesce(viewers, 0), array(
      select coalesce(ended.views, 0) from generate_series(0, (
        select max(seconds) from video_views_by_day_second as last
        where (last.day, last.video_id) = (video_views_by_day.day, video_views_by_day.video_id)
      )) as second
      left join video_views_by_day_second as ended
        on (ended.day, ended.video_id, seconds) = (video_views_by_day.day, video_views_by_day.video_id, second)
      order by second
    ), watched_seconds
  from video_views_by_day left join viewers_by_day using (day, video_id) where views > 0;

  insert into changed_days (day) select day from visits_by_day union select day from video_views_by_day`;

/** The tables of the days that are made from their rows, and what a row needs for that. */
export class DeriveDays1764551200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table visits add path text, add campaign text, add client text, add source_class smallint;
      create index visits_not_described on visits (id) where path is null and bot_reason is null;

      create table changed_days (
        id bigint generated always as identity primary key,
        day date not null,
        noted_at timestamptz not null default now()
      );
      create table days (
        day date primary key,
        people int not null,
        people_by_hour int[] not null,
        bots int not null,
        visitors int not null,
        built_at timestamptz not null default now(),
        took_ms int not null default 0
      );
      create table values_by_day (
        dimension text not null,
        day date not null,
        key uuid not null,
        value text not null,
        views int not null,
        last_seen_at timestamptz,
        primary key (dimension, day, key)
      );
      create table values_by_month (
        dimension text not null,
        month date not null,
        key uuid not null,
        value text not null,
        views int not null,
        last_seen_at timestamptz,
        primary key (dimension, month, key)
      );
      create table videos_by_day (
        day date not null,
        video_id text not null,
        title text not null,
        views int not null,
        viewers int not null,
        views_by_second int[] not null,
        watched_seconds bigint not null,
        primary key (day, video_id)
      );
      create table sessions_by_day (
        day date primary key,
        version uuid not null,
        packed text not null
      );`);
    await db.query(copyFigures);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table changed_days, days, values_by_day, values_by_month, videos_by_day, sessions_by_day;
      alter table visits drop path, drop campaign, drop client, drop source_class;`);
  }
}
