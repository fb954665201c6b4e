import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';

interface View {
  id: string;
  visitor: string;
  at: Date;
  page: string;
  referrer: string | null;
  campaign: string | null;
  language: string | null;
  country: string;
  city: string | null;
  client: string | null;
  suspicion: string | null;
}

interface Extra {
  visitor: string;
  at: Date;
  seconds: number;
  goal: string | null;
}

const goalNames = [
  ...['setups', 'question', 'newsletter', 'video-signup', 'prompt-signup', 'newsletter-confirmed'],
  ...['calendar-opened', 'booked', 'video-30', 'video-gate', 'form-opened', 'proposal'],
];

/** A session in plain words, to be compared. */
export interface PlainSession {
  visitor: string;
  start: string;
  end: string;
  day: string;
  hour: number;
  entry: string;
  exit: string;
  /** At most 502. */
  pages: string[];
  views: number;
  referrer: string | null;
  campaign: string | null;
  language: string | null;
  country: string;
  city: string | null;
  client: string | null;
  videoSeconds: number;
  suspicions: string[];
  goals: string[];
}

/** The sessions of all raw rows, counted by code of its own, one page view after another. */
export async function recountSessions(
  db: DataSource,
  timeZone = 'Europe/Amsterdam',
): Promise<PlainSession[]> {
  const views = await db.query<View[]>(
    `select id, encode(visitor, 'hex') as visitor, occurred_at as at, regexp_replace(page, '\\?.*', '') as page,
      referrer_host as referrer, suspicion, language, country, city,
      case when num_nonnulls(device, browser, system) > 0 then concat(device, ' / ', browser, ' / ', system) end as client,
      case when num_nonnulls(utm_source, utm_medium, utm_campaign) > 0
        then concat(utm_source, ' / ', utm_medium, ' / ', utm_campaign) end as campaign
    from visits where bot_reason is null`,
  );
  const extras = await db.query<Extra[]>(
    `select encode(visitor, 'hex') as visitor, occurred_at as at, watched_seconds as seconds, null as goal from video_views
    union all select encode(visitor, 'hex'), occurred_at, 0, goal from reached_goals`,
  );
  const byVisitor = groupBy(views, ({ visitor }) => visitor);
  const extrasOf = groupBy(extras, ({ visitor }) => visitor);
  const toLocal = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const sessions: PlainSession[] = [];
  for (const [visitor, ofVisitor] of byVisitor) {
    const parts = split(ofVisitor.sort(byTime));
    const starts = parts.map((part) => part[0]?.at.getTime() ?? 0);
    const theirs = extrasOf.get(visitor) ?? [];
    parts.forEach((part, index) => {
      const own = theirs.filter(({ at }) => {
        const before = starts.filter((start) => start <= at.getTime()).length;
        return Math.max(before - 1, 0) === index;
      });
      sessions.push(describe(part, own, toLocal));
    });
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

/** Two of one instant go by the ids of their page, their referrer and their campaign, then by language and country. */
function byTime(a: View, b: View): number {
  const keysOf = ({ at, page, referrer, campaign, language, country }: View) => [
    at,
    idOf('page', page),
    idOf('referrer', referrer),
    idOf('campaign', campaign?.split(' / ').join('\n') ?? null),
    language ?? '~',
    country,
  ];
  const [ofA, ofB] = [keysOf(a), keysOf(b)];
  const differing = ofA.findIndex((key, index) => key.valueOf() !== ofB[index]?.valueOf());
  if (differing === -1) return 0;
  return (ofA[differing] ?? 0) < (ofB[differing] ?? 0) ? -1 : 1;
}

function idOf(kind: string, name: string | null): bigint {
  if (name === null) return 2n ** 63n;
  return createHash('md5').update(`${kind}\n${name}`).digest().readBigInt64BE(0);
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

/** The first, the last, and of those between them the 500 with the lowest ids. */
function knownPages(part: View[]): string[] {
  const pages = part.map(({ page }) => page);
  const lowestFirst = (a: string, b: string) => (idOf('page', a) < idOf('page', b) ? -1 : 1);
  const between = pages.slice(1, -1).sort(lowestFirst).slice(0, 500);
  return [...pages.slice(0, 1), ...pages.slice(1).slice(-1), ...between].sort();
}

function describe(part: View[], extras: Extra[], toLocal: Intl.DateTimeFormat): PlainSession {
  const [first] = part;
  const last = part.at(-1);
  if (!first || !last) throw new Error('a session without page views');
  const local = toLocal.format(first.at);
  const goals = new Set(extras.flatMap(({ goal }) => goal ?? []));
  if (extras.some(({ seconds }) => seconds >= 30)) goals.add('video-30');
  if (extras.some(({ seconds }) => seconds >= 120)) goals.add('video-gate');
  return {
    visitor: first.visitor,
    start: first.at.toISOString(),
    end: last.at.toISOString(),
    day: local.slice(0, 10),
    hour: Number(local.slice(11, 13)),
    entry: first.page,
    exit: last.page,
    pages: knownPages(part),
    views: part.length,
    referrer: first.referrer,
    campaign: first.campaign,
    language: first.language,
    country: first.country,
    city: first.city,
    client: first.client,
    videoSeconds: extras.reduce((sum, { seconds }) => sum + seconds, 0),
    suspicions: [...new Set(part.flatMap(({ suspicion }) => suspicion ?? []))].sort(),
    goals: [...goals].sort(),
  };
}

type Named = 'entry' | 'exit' | 'referrer' | 'campaign' | 'city' | 'client';
type Row = Omit<PlainSession, Named | 'start' | 'end' | 'pages' | 'suspicions' | 'goals'> &
  Record<Named, string | null> & {
    start: Date;
    end: Date;
    pages: string[];
    suspicions: number;
    goals: number;
  };

/** The rows of `sessions`, with names for their ids. */
export async function readSessions(db: DataSource): Promise<PlainSession[]> {
  // Named here: with a subquery for each name, Postgres takes seconds to compile the statement once there are many partitions.
  const names = new Map(
    (await db.query<{ id: string; name: string }[]>('select id, name from names')).map(
      ({ id, name }) => [id, name.replaceAll('\n', ' / ')] as const,
    ),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? `no name ${id}`));
  const rows = await db.query<Row[]>(
    `select replace(visitor::text, '-', '') as visitor, started_at as start, ended_at as end, day::text, hour, entry, exit,
      page_views as views, array[entry] || case when page_views > 1 then array[exit] end || pages_between as pages,
      referrer, language, country, city, client, campaign, video_seconds as "videoSeconds", suspicions, goals
    from sessions`,
  );
  return rows
    .map(({ start, end, suspicions, goals, pages, ...row }) => ({
      ...row,
      entry: nameOf(row.entry) ?? '',
      exit: nameOf(row.exit) ?? '',
      referrer: nameOf(row.referrer),
      campaign: nameOf(row.campaign),
      city: nameOf(row.city),
      client: nameOf(row.client),
      start: start.toISOString(),
      end: end.toISOString(),
      pages: pages.map((id) => nameOf(id) ?? '').sort(),
      suspicions: ['webdriver', 'hosting-network'].filter((_, bit) => suspicions & (1 << bit)).sort(),
      goals: goalNames.filter((_, bit) => goals & (1 << bit)).sort(),
    }))
    .sort(byKey);
}

const byKey = (a: PlainSession, b: PlainSession) =>
  `${a.visitor} ${a.start}` < `${b.visitor} ${b.start}` ? -1 : 1;
