import { isSuspected } from '@voordeur/contracts/db';
import type { ClientBase } from 'pg';
import {
  type NumberColumn,
  narrow,
  numberColumns,
  type SessionColumns,
  type ValueColumn,
  valueColumns,
  ValueList,
} from './session-columns.js';

/** Every value as Postgres wrote it. */
const asText = { getTypeParser: () => (text: string) => text };

/** SQL: whether an instant may be of the day `$1`, or of so many days around it, in whatever zone: few rows are looked at. */
const isNear = (
  instant: string,
  days: number,
) => `${instant} >= ($1::date - ${days + 1})::timestamp at time zone 'UTC'
    and ${instant} < ($1::date + ${days + 2})::timestamp at time zone 'UTC'`;

const sessionsSql = `-- sessions-of-day: Which sessions began on this day?
  select visitor, case when video_seconds > 0 then started_at end, entry, exit, referrer, campaign, client, nullif(country, 'ZZ'), language,
    source, hour, goals, page_views, (date_part('epoch', ended_at - started_at) * 1000)::int, video_seconds,
    (${isSuspected})::int, pages_between
  from sessions where day = $1 and ${isNear('started_at', 0)}
  order by visitor, started_at`;

/**
 * A view is of the session that began last before it, else of its visitor's first: always one with seconds watched. That may
 * be one of the days around.
 */
const viewsSql = `-- views-of-day: Which videos were watched in the sessions of this day?
  select visitor, started_at, video_id, watched_seconds from (
    select distinct on (view_id, video_id) sessions.visitor, started_at, day, video_id, watched_seconds,
      occurred_at, id
    from sessions join video_views on video_views.visitor = uuid_send(sessions.visitor)
    where video_seconds > 0 and day between $1::date - 1 and $1::date + 1 and ${isNear('started_at', 1)}
      and ${isNear('occurred_at', 2)}
    order by view_id, video_id, started_at > occurred_at, greatest(started_at - occurred_at, occurred_at - started_at)
  ) as views
  where day = $1 order by occurred_at, id`;

/** The sessions of a day (`YYYY-MM-DD`, of the site) as their rows are now. */
export async function readColumns(connection: ClientBase, day: string): Promise<SessionColumns> {
  const ask = <Row extends unknown[]>(text: string) =>
    connection.query<Row>({ text, values: [day], rowMode: 'array', types: asText });
  const columns = new ColumnsBuilder();
  for (const row of (await ask<SessionRow>(sessionsSql)).rows) columns.addSession(row);
  for (const row of (await ask<ViewRow>(viewsSql)).rows) columns.addView(row);
  return columns.build();
}

type Nullable = string | null;
type SessionRow = [
  ...[visitor: string, watchedFrom: Nullable, entry: string, exit: string],
  ...[referrer: Nullable, campaign: Nullable, client: Nullable, country: Nullable, language: Nullable],
  ...[source: string, hour: string, goals: string, pageViews: string, lasted: string, videoSeconds: string],
  ...[isSuspected: string, between: Nullable],
];
type ViewRow = [visitor: string, startedAt: string, video: string, seconds: string];

class ColumnsBuilder {
  private readonly numbers = Object.fromEntries(
    numberColumns.map((name) => [name, [] as number[]]),
  ) as Record<NumberColumn, number[]>;
  private readonly lists = Object.fromEntries(valueColumns.map((name) => [name, new ValueList()])) as Record<
    ValueColumn,
    ValueList
  >;
  private readonly places = new Map<string, number>();
  private visitors = 0;
  private lastVisitor: string | undefined;

  addSession(row: SessionRow): void {
    const { numbers, lists } = this;
    const [visitor, watchedFrom, entry, exit, referrer, campaign, client, country, language] = row;
    const [source, hour, goals, pageViews, lasted, videoSeconds, isSuspected, between] = row.slice(9) as [
      ...[string, string, string, string, string, string, string, Nullable],
    ];
    if (visitor !== this.lastVisitor) this.visitors += 1;
    this.lastVisitor = visitor;
    const session = numbers.visitor.push(this.visitors - 1) - 1;
    if (watchedFrom !== null) this.places.set(`${visitor} ${watchedFrom}`, session);
    numbers.entry.push(lists.page.placeOf(entry));
    numbers.exit.push(lists.page.placeOf(exit));
    numbers.referrer.push(lists.referrer.placeOf(referrer));
    numbers.campaign.push(lists.campaign.placeOf(campaign));
    numbers.client.push(lists.client.placeOf(client));
    numbers.country.push(lists.country.placeOf(country));
    numbers.language.push(lists.language.placeOf(language));
    numbers.source.push(Number(source));
    numbers.hour.push(Number(hour));
    numbers.goals.push(Number(goals));
    numbers.pageViews.push(Number(pageViews));
    numbers.lasted.push(Number(lasted));
    numbers.videoSeconds.push(Number(videoSeconds));
    numbers.isSuspected.push(Number(isSuspected));
    // An array of numbers, `{1,2}`: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
    const pages = between === null || between === '{}' ? [] : between.slice(1, -1).split(',');
    numbers.pagesBetween.push(pages.length);
    for (const page of pages) numbers.between.push(lists.page.placeOf(page));
  }

  addView([visitor, startedAt, video, seconds]: ViewRow): void {
    const session = this.places.get(`${visitor} ${startedAt}`);
    if (session === undefined) return;
    this.numbers.viewSession.push(session);
    this.numbers.viewVideo.push(this.lists.video.placeOf(video));
    this.numbers.viewSeconds.push(Number(seconds));
  }

  build(): SessionColumns {
    const numbers = Object.fromEntries(numberColumns.map((name) => [name, narrow(this.numbers[name])]));
    const values = Object.fromEntries(valueColumns.map((name) => [name, this.lists[name].values]));
    return { numbers, values } as unknown as SessionColumns;
  }
}
