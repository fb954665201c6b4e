import { createDataSource } from '@voordeur/contracts/db';
import { writeTimeZone } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { buildChangedDays, makePartition, monthOfEvent } from '@voordeur/worker';

const dayMs = 24 * 3_600_000;
const visitsPerVideoView = 50;
const visitsPerGoal = 300;

/**
 * Fills a migrated database with page views, as many as given for each of the last days, the oldest first: 500 pages, 60
 * countries, 40 hosts that refer, one in five by bots; a session for every three, a video view for every fifty, a form
 * that was opened and sent for every three hundred. Days are those of `timeZone`. Resolves when the figures are built, or are
 * being built by another process.
 */
export async function loadVisits(
  databaseUrl: string,
  visitsPerDay: number[],
  timeZone = 'Europe/Amsterdam',
): Promise<void> {
  const db = await createDataSource(databaseUrl, { applicationName: 'bench' }).initialize();
  try {
    const untilMs = Date.now() - 60_000;
    let loaded = 0;
    for (const [index, visits] of visitsPerDay.entries()) {
      const toMs = untilMs - (visitsPerDay.length - 1 - index) * dayMs;
      if (visits > 0) await loadDay(db, [loaded, visits, toMs - dayMs, timeZone]);
      loaded += visits;
    }
    await writeTimeZone(db.manager, timeZone);
    await db.query(
      `insert into changed_days (day) select distinct (occurred_at at time zone $1)::date from visits
      union select (occurred_at at time zone $1)::date from video_views`,
      [timeZone],
    );
    await buildChangedDays(db, { timeZone, videoIds: [], casesOfFile: {} }, { atOnce: true });
    await db.query('vacuum analyze');
  } finally {
    await db.destroy();
  }
}

/** `values` are those of the statements: the first row, how many, the start (epoch milliseconds) and the time zone. */
async function loadDay(db: DataSource, values: [number, number, number, string]): Promise<void> {
  for (const timeMs of [values[2], values[2] + dayMs]) await makePartition(db, monthOfEvent(timeMs));
  for (const sql of [visitsSql, videoViewsSql, goalsSql]) await db.query(sql, values);
}

/** RFC 9562: the first 48 bits of a UUIDv7 are its time in milliseconds; the rest here is of the row's number. */
const idOfRow = `(lpad(to_hex(ms::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`;

/** Page views in each session of a block of 24, which ten people make in turn. */
const sessionSizes = [1, 1, 1, 1, 1, 2, 2, 3, 4, 8];
const [sessionOf, viewOf] = [
  sessionSizes.flatMap((size, session) => Array<number>(size).fill(session)),
  sessionSizes.flatMap((size) => Array.from({ length: size }, (_, view) => view)),
];

/** A number from 0 to 1 that looks random, the same for the same session and purpose. */
const chance = (of: string, purpose: number) =>
  `((hashint8extended(${of}, ${purpose}) & 1048575) / 1048576.0)::float8`;
/** An item of the list; the first ones far more often. */
const pick = (items: readonly string[], of: string, purpose: number, skew = 1) =>
  `('{${items.map((item) => `"${item}"`).join(',')}}'::text[])[1 + floor(${items.length} * ${chance(of, purpose)} ^ ${skew})::int]`;
const some = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index));

const countries =
  `NL BE DE FR GB US SE ES PL IT AT CH DK NO FI IE PT CZ SK HU RO BG GR HR SI EE LV LT LU MT CY IS CA
  MX BR AR CL CO PE ZA NG KE EG MA TR IL AE SA IN PK BD TH VN ID MY SG PH JP KR ZZ`.split(/\s+/);
const clients = [
  ...['desktop|Chrome|Windows', 'mobile|Chrome|Android', 'mobile|Safari|iOS', 'desktop|Safari|macOS'],
  ...['desktop|Microsoft Edge|Windows', 'desktop|Firefox|Windows', 'desktop|Firefox|Linux'],
  ...['desktop|Chrome|macOS', 'tablet|Safari|iOS', 'mobile|Samsung Internet for Android|Android'],
  ...['tablet|Chrome|Android', 'desktop|Opera|Windows', 'mobile|Firefox|Android', '||'],
];
const hosts = [
  ...[
    'www.google.com',
    'www.google.nl',
    'www.bing.com',
    'duckduckgo.com',
    'chatgpt.com',
    'www.perplexity.ai',
  ],
  ...some(34, (index) => `host-${index}.example`),
];
const pages = [
  ...['/learn', '/nl/learn', '/booking', '/nl/booking'],
  ...some(496, (index) => `/page-${index}`),
];

/**
 * Rows `n` of the day that begins at `$3`: one in five is a bot's, the others belong to a `session` and are its page view
 * number `view`. Sessions begin evenly over the day, but for its last half hour, and their page views are up to two minutes
 * apart. One in ten is by the visitor of another one, half a day earlier or later.
 */
const rowsOfDay = (first: string, count: string, start: string) => `
  numbered as (
    select ${first} + place as n, (place - 1) / 30 as block, (place - 1) % 30 as place
    from generate_series(1, ${count}) as numbers (place)),
  placed as (
    select n, block, place % 5 = 0 as is_bot, ('{${sessionOf.join(',')}}'::int[])[1 + place * 4 / 5] as person,
      ('{${viewOf.join(',')}}'::int[])[1 + place * 4 / 5] as view
    from numbered),
  rows as (
    select n, is_bot, view, 10 * (${first}::bigint + block) + person as session,
      case when is_bot then null
        when person = 0 then 10 * (${first}::bigint + block % greatest(1, ${count} / 60))
        else 10 * (${first}::bigint + block) + person end as visitor,
      floor(${start}::float8 + ${dayMs - 1_800_000}::float8 * (block * 10 + person) / (${count} / 3.0 + 10)
        + view * (5000 + 115000 * ${chance(`10 * (${first}::bigint + block) + person`, 1)})) as ms
    from placed)`;

/** Nobody is known again after midnight. */
const visitorAt = (ms: string) =>
  `decode(md5(visitor::text || (to_timestamp((${ms}) / 1000) at time zone $4)::date), 'hex')`;

const visitsSql = `
  with ${rowsOfDay('$1::int', '$2::int', '$3')}
    insert into visits (id, occurred_at, source, page, referrer_host, utm_source, utm_medium, utm_campaign, language,
      device, browser, system, visitor, country, city, bot_reason, bot_class, bot_name, user_agent, suspicion)
    select ${idOfRow}, to_timestamp(ms / 1000), 'beacon', ${pick(pages, 'n', 2, 2)},
      case when view = 0 and ${chance('session', 3)} < 0.5 then ${pick(hosts, 'session', 4, 2)} end,
      case when is_marked then 'letter' end, case when is_marked then 'mail' end,
      case when is_marked then 'issue-' || session % 30 end,
      case when ${chance('session', 5)} < 0.5 then 'NL' else 'ENG' end,
      nullif(split_part(client, '|', 1), ''), nullif(split_part(client, '|', 2), ''), nullif(split_part(client, '|', 3), ''),
      ${visitorAt('ms')}, country, 'Utrecht',
      case when is_bot then 'user-agent' end,
      case when is_bot then ('{search,ai,monitor,tool,other}'::text[])[1 + n / 5 % 5] end,
      case when is_bot then 'bot-' || n % 20 end,
      case when is_bot then 'bot-' || n % 20 || '/1.0' end,
      case when ${chance('session', 8)} < 0.01 then 'hosting-network' when ${chance('session', 8)} < 0.015 then 'webdriver' end
    from (
      select *, view = 0 and ${chance('session', 6)} < 0.1 as is_marked,
        case when not is_bot then ${pick(clients, 'visitor', 7, 2)} end as client,
        ${pick(countries, 'coalesce(visitor, n)', 9, 3)} as country
      from rows) as described
    order by ms`;

/** A video is begun within a minute of a page view. */
const videoViewsSql = `
  with ${rowsOfDay('$1::int', '$2::int', '$3')}
    insert into video_views (id, view_id, video_id, video_title, watched_seconds, occurred_at, visitor, country, city)
    select ${idOfRow}, ${idOfRow}, video, initcap(replace(video, '-', ' ')), 5 + floor(400 * ${chance('n', 10)} ^ 2)::int,
      to_timestamp(ms / 1000 + n % 60), ${visitorAt('ms + n % 60 * 1000')}, 'NL', 'Utrecht'
    from (select *, 'video-' || 1 + n % 6 as video from rows where not is_bot and ${chance('n', 12)} < ${1.25 / visitsPerVideoView}) as watched
    order by ms`;

const goalsSql = `
  with ${rowsOfDay('$1::int', '$2::int', '$3')}
  insert into reached_goals (lead_id, goal, visitor, occurred_at)
  select ${idOfRow}, goal, ${visitorAt('ms + 20000')}, to_timestamp((ms + 20000) / 1000)
  from rows cross join lateral (values ('form-opened'),
    (${pick(['question', 'newsletter', 'setups', 'video-signup', 'prompt-signup'], 'n', 11)})) as reached (goal)
  where not is_bot and ${chance('n', 13)} < ${1.25 / visitsPerGoal}`;
