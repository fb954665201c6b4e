import { createDataSource } from '@voordeur/contracts/db';
import { writeTimeZone } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import {
  buildSessions,
  countedVideoViews,
  countedVisits,
  makePartition,
  monthOfEvent,
} from '@voordeur/worker';

const dayMs = 24 * 3_600_000;
const timeZone = 'Europe/Amsterdam';
const visitsPerVideoView = 50;

/**
 * Fills a migrated database with page views, as many as given for each of the last days, the oldest first: 500 pages, 60
 * countries, one in five by bots; a video view for every fifty. Rows and rollups of a day are one statement, as
 * the worker's are; their sessions follow. Resolves when the last is in.
 */
export async function loadVisits(databaseUrl: string, visitsPerDay: number[]): Promise<void> {
  const db = await createDataSource(databaseUrl, { applicationName: 'bench' }).initialize();
  try {
    const untilMs = Date.now() - 60_000;
    let loaded = 0;
    for (const [index, visits] of visitsPerDay.entries()) {
      const toMs = untilMs - (visitsPerDay.length - 1 - index) * dayMs;
      if (visits > 0) await loadDay(db, loaded, visits, toMs);
      loaded += visits;
    }
    await writeTimeZone(db.manager, timeZone);
    await buildSessions(db);
    await db.query('vacuum analyze');
  } finally {
    await db.destroy();
  }
}

async function loadDay(db: DataSource, first: number, visits: number, toMs: number): Promise<void> {
  for (const timeMs of [toMs - dayMs, toMs]) await makePartition(db, monthOfEvent(timeMs));
  await db.query(visitsSql, [timeZone, first, visits, toMs - dayMs]);
  await db.query(videoViewsSql, [timeZone, first, Math.ceil(visits / visitsPerVideoView), toMs - dayMs]);
}

/** `n` is a row's number over all days, `ms` its time: evenly over the day after `$4`. */
const numbered = `
  select n, $4::float8 + ${dayMs}::float8 * (n - $2::int) / ($3::int + 1.0) as ms
  from generate_series($2::int + 1, $2::int + $3::int) as numbers (n)`;

/** RFC 9562: the first 48 bits of a UUIDv7 are its time in milliseconds; the rest here is of the row's number. */
const idOfRow = `(lpad(to_hex(floor(ms)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`;

const countries =
  `NL BE DE FR GB US SE ES PL IT AT CH DK NO FI IE PT CZ SK HU RO BG GR HR SI EE LV LT LU MT CY IS CA
  MX BR AR CL CO PE ZA NG KE EG MA TR IL AE SA IN PK BD TH VN ID MY SG PH JP KR AU`.split(/\s+/);

const visitsSql = `
  with numbered as (${numbered}),
  ${countedVisits(`
    insert into visits (id, occurred_at, source, page, referrer_host, utm_source, utm_medium, utm_campaign, language,
      device, browser, system, visitor, country, city, bot_reason, bot_class, bot_name, user_agent)
    select ${idOfRow}, to_timestamp(ms / 1000), 'beacon', '/page-' || n / 5 % 500,
      case when n % 3 = 0 then 'host-' || n % 40 || '.example' end,
      case when n % 11 = 0 then 'letter' end, case when n % 11 = 0 then 'mail' end,
      case when n % 11 = 0 then 'issue-' || n % 30 end,
      case when n % 2 = 0 then 'NL' else 'ENG' end,
      case when n % 5 <> 0 then ('{desktop,mobile,tablet}'::text[])[1 + n / 4 % 3] end,
      case when n % 5 <> 0 then ('{Chrome,Safari,Firefox,Microsoft Edge}'::text[])[1 + n / 4 % 4] end,
      case when n % 5 <> 0 then ('{Windows,macOS,Android,iOS,Linux}'::text[])[1 + n / 4 % 5] end,
      -- Three page views a person.
      case when n % 5 <> 0 then decode(md5((n / 4)::text), 'hex') end,
      ('{${countries.join(',')}}'::text[])[1 + n / 5 % ${countries.length}], 'Utrecht',
      case when n % 5 = 0 then 'user-agent' end,
      case when n % 5 = 0 then ('{search,ai,monitor,tool,other}'::text[])[1 + n / 5 % 5] end,
      case when n % 5 = 0 then 'bot-' || n % 20 end,
      case when n % 5 = 0 then 'bot-' || n % 20 || '/1.0' end
    from numbered order by n`)}
  select count(*) from counted_visits`;

const videoViewsSql = `
  with numbered as (${numbered}),
  ${countedVideoViews(`
    insert into video_views (id, view_id, video_id, video_title, watched_seconds, occurred_at, visitor, country, city)
    select ${idOfRow}, ${idOfRow}, 'video-' || 1 + n % 6, 'Video ' || 1 + n % 6, 5 + n * 13 % 400,
      -- By the visitor of a page view at about that time.
      to_timestamp(ms / 1000), decode(md5((($2::int + (n - $2::int) * ${visitsPerVideoView}) / 4)::text), 'hex'), 'NL', 'Utrecht'
    from numbered order by n`)}
  select count(*) from counted_views`;
