import { goals as goalNames } from '@voordeur/contracts/http';
import { unpackColumns } from '@voordeur/server';
import type { DataSource } from 'typeorm';

interface View {
  visitor: string;
  at: Date;
  day: string;
  hour: number;
  page: string;
  referrer: string | null;
  campaign: string | null;
  language: string | null;
  country: string;
  client: string | null;
  suspicion: string | null;
}

interface Extra {
  visitor: string;
  at: Date;
  video: string | null;
  seconds: number;
  goal: string | null;
}

/** A session in plain words, to be compared. */
export interface PlainSession {
  day: string;
  /** Counted from 0 within the day. */
  visitor: number;
  hour: number;
  entry: string;
  exit: string;
  /** At most 502. */
  pages: string[];
  views: number;
  lastedMs: number;
  referrer: string;
  campaign: string;
  language: string;
  country: string;
  client: string;
  videos: string[];
  isSuspected: boolean;
  goals: string[];
}

export interface RecountedSession extends PlainSession {
  /** Figures keep neither: ISO, and the visitor's hash in hexadecimal. */
  start: string;
  hash: string;
}

/** The sessions of all raw rows, counted by code of its own, a visitor's day after another. */
export async function recountSessions(
  db: DataSource,
  timeZone = 'Europe/Amsterdam',
): Promise<RecountedSession[]> {
  const views = await db.query<View[]>(
    `select encode(visitor, 'hex') as visitor, occurred_at as at, (occurred_at at time zone $1)::date::text as day,
      to_char(occurred_at at time zone $1, 'HH24')::int as hour, regexp_replace(page, '\\?.*', '') as page,
      referrer_host as referrer, suspicion, language, country,
      case when num_nonnulls(device, browser, system) > 0
        then concat(device, chr(10), browser, chr(10), system) end as client,
      case when num_nonnulls(utm_source, utm_medium, utm_campaign) > 0
        then concat(utm_source, chr(10), utm_medium, chr(10), utm_campaign) end as campaign
    from visits where bot_reason is null order by visitor, occurred_at, id`,
    [timeZone],
  );
  const extras = await db.query<(Extra & { day: string })[]>(
    `select *, (at at time zone $1)::date::text as day from (
      select encode(visitor, 'hex') as visitor, occurred_at as at, video_id as video, watched_seconds as seconds, null as goal
      from video_views
      union all select encode(visitor, 'hex'), occurred_at, null, 0, goal from reached_goals) as extras`,
    [timeZone],
  );
  const extrasOf = groupBy(extras, ({ day, visitor }) => `${day} ${visitor}`);
  const sessions: RecountedSession[] = [];
  for (const [day, ofDay] of groupBy(views, (view) => view.day)) {
    let number = 0;
    for (const [visitor, theirs] of groupBy(ofDay, (view) => view.visitor)) {
      const parts = split(theirs);
      const starts = parts.map((part) => part[0]?.at.getTime() ?? 0);
      for (const [index, part] of parts.entries()) {
        const own = (extrasOf.get(`${day} ${visitor}`) ?? []).filter(({ at }) => {
          const before = starts.filter((start) => start <= at.getTime()).length;
          return Math.max(before - 1, 0) === index;
        });
        sessions.push(describe(part, own, number));
      }
      number += 1;
    }
  }
  return sessions.sort(byKey);
}

export function groupBy<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function split(views: View[]): View[][] {
  const parts: View[][] = [];
  let last = -Infinity;
  for (const view of views) {
    if (view.at.getTime() - last > 30 * 60_000) parts.push([]);
    parts.at(-1)?.push(view);
    last = view.at.getTime();
  }
  return parts;
}

function describe(part: View[], extras: Extra[], visitor: number): RecountedSession {
  const [first] = part;
  const last = part.at(-1);
  if (!first || !last) throw new Error('a session without page views');
  const pages = part.map(({ page }) => page);
  const lastedMs = last.at.getTime() - first.at.getTime();
  const goals = new Set(extras.flatMap(({ goal }) => goal ?? []));
  if (extras.some(({ seconds }) => seconds >= 30)) goals.add('video-30');
  if (extras.some(({ seconds }) => seconds >= 120)) goals.add('video-gate');
  const views = part.length;
  return {
    ...{ start: first.at.toISOString(), hash: first.visitor },
    ...{ day: first.day, visitor, hour: first.hour, entry: first.page, exit: last.page, views, lastedMs },
    pages: [first.page, ...pages.slice(1).slice(-1), ...pages.slice(1, -1).slice(0, 500)].sort(),
    referrer: first.referrer ?? '',
    campaign: first.campaign ?? '',
    language: first.language ?? '',
    country: first.country === 'ZZ' ? '' : first.country,
    client: first.client ?? '',
    videos: extras.flatMap(({ video, seconds }) => (video === null ? [] : `${video} ${seconds}`)).sort(),
    isSuspected:
      part.some(({ suspicion }) => suspicion !== null) ||
      views > 199 ||
      (views > 5 && lastedMs / 2_000 < views - 1),
    goals: [...goals].sort(),
  };
}

/** The sessions that the days have. */
export async function readSessions(db: DataSource): Promise<PlainSession[]> {
  const days = await db.query<{ day: string; packed: string }[]>(
    'select day::text, packed from sessions_by_day order by day',
  );
  const sessions: PlainSession[] = [];
  for (const { day, packed } of days) {
    const { numbers, values } = unpackColumns(packed);
    const of = (column: keyof typeof numbers, list: keyof typeof values, session: number) =>
      values[list][numbers[column][session] ?? -1] ?? 'no value';
    let between = 0;
    for (let session = 0; session < numbers.visitor.length; session += 1) {
      const number = (column: keyof typeof numbers) => numbers[column][session] ?? NaN;
      const end = between + number('pagesBetween');
      const pages = [of('entry', 'page', session)];
      if (number('pageViews') > 1) pages.push(of('exit', 'page', session));
      for (; between < end; between += 1) pages.push(of('between', 'page', between));
      const videos = [...numbers.viewSession].flatMap((ofSession, view) =>
        ofSession === session ? `${of('viewVideo', 'video', view)} ${numbers.viewSeconds[view]}` : [],
      );
      sessions.push({
        ...{ day, visitor: number('visitor'), hour: number('hour'), views: number('pageViews') },
        ...{
          lastedMs: number('lasted'),
          entry: of('entry', 'page', session),
          exit: of('exit', 'page', session),
        },
        ...{ pages: pages.sort(), videos: videos.sort() },
        referrer: of('referrer', 'referrer', session),
        campaign: of('campaign', 'campaign', session),
        language: of('language', 'language', session),
        country: of('country', 'country', session),
        client: of('client', 'client', session),
        isSuspected: number('isSuspected') === 1,
        goals: goalNames.filter((_, bit) => number('goals') & (1 << bit)).sort(),
      });
    }
  }
  return sessions.sort(byKey);
}

/** A visitor's sessions are in the order of their starts on both sides. */
const byKey = (a: PlainSession, b: PlainSession) =>
  a.day === b.day ? a.visitor - b.visitor : a.day < b.day ? -1 : 1;
