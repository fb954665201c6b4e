import { isSuspected } from '@voordeur/contracts/db';
import type { ClientBase } from 'pg';
import { narrow, type SessionColumns, type ValueColumn, valueColumns, ValueList } from './session-columns.js';

/**
 * SQL: whether an instant may be on the day `$1`, or within this many days of it, in any time zone: narrows the rows to
 * read.
 */
const isNear = (
  instant: string,
  days: number,
) => `${instant} >= ($1::date - ${days + 1})::timestamp at time zone 'UTC'
    and ${instant} < ($1::date + ${days + 2})::timestamp at time zone 'UTC'`;

/** SQL: a column of a row's values, as text with commas; unknown is empty. */
const listed = (name: string, value = name) =>
  `coalesce(string_agg(coalesce((${value})::text, ''), ','), '') as "${name}"`;
/** SQL: the same of the rows that have it. */
const listedOfSome = (name: string, value: string) => `coalesce(string_agg(${value}, ','), '') as "${name}"`;

/** As texts: as many values apart take twice as long to read. */
const sessionsSql = `-- sessions-of-day: Which sessions began on this day?
  select
    ${listed('startsVisitor', 'starts_visitor::int')}, ${listed('entry')}, ${listed('exit')}, ${listed('referrer')},
    ${listed('campaign')}, ${listed('client')}, ${listed('country', `nullif(country, 'ZZ')`)}, ${listed('language')},
    ${listed('source')}, ${listed('hour')}, ${listed('goals')}, ${listed('pageViews', 'page_views')},
    ${listed('lasted', `(date_part('epoch', ended_at - started_at) * 1000)::int`)},
    ${listed('videoSeconds', 'video_seconds')}, ${listed('isSuspected', `(${isSuspected})::int`)},
    ${listed('pagesBetween', 'coalesce(cardinality(pages_between), 0)')},
    ${listedOfSome('between', `nullif(array_to_string(pages_between, ','), '')`)},
    ${listedOfSome('watched', `case when video_seconds > 0 then place || ' ' || visitor || ' ' || started_at end`)}
  from (
    select *, row_number() over in_order - 1 as place, lag(visitor) over in_order is distinct from visitor as starts_visitor
    from sessions where day = $1 and ${isNear('started_at', 0)}
    window in_order as (order by visitor, started_at)
  ) as selected`;

/**
 * A view is of the session that began last before it, else of its visitor's first: always one with seconds watched. That may
 * be one of the days around.
 */
const viewsSql = `-- views-of-day: Which videos were watched in the sessions of this day?
  select visitor || ' ' || started_at as session, video_id as video, watched_seconds as seconds from (
    select distinct on (view_id, video_id) sessions.visitor, started_at, day, video_id, watched_seconds, occurred_at, id
    from sessions join video_views on video_views.visitor = uuid_send(sessions.visitor)
    where video_seconds > 0 and day between $1::date - 1 and $1::date + 1 and ${isNear('started_at', 1)}
      and ${isNear('occurred_at', 2)}
    order by view_id, video_id, started_at > occurred_at, greatest(started_at - occurred_at, occurred_at - started_at)
  ) as views
  where day = $1 order by occurred_at, id`;

interface ViewRow {
  /** As in `watched`. */
  session: string;
  video: string;
  seconds: number;
}

/** The sessions of a day (`YYYY-MM-DD`, of the site) as their rows are now. */
export async function readColumns(connection: ClientBase, day: string): Promise<SessionColumns> {
  const { rows } = await connection.query<Record<string, string>>({ text: sessionsSql, values: [day] });
  const { rows: views } = await connection.query<ViewRow>({ text: viewsSql, values: [day] });
  const [row = {}] = rows;
  const some = (name: string) => split(row[name]);
  // One session of which something isn't known leaves an empty text too.
  const each = (name: string) => (row['entry'] ? (row[name] ?? '').split(',') : []);
  const numbersOf = (name: string) => narrow(each(name).map(Number));

  const lists = Object.fromEntries(valueColumns.map((name) => [name, new ValueList()])) as Record<
    ValueColumn,
    ValueList
  >;
  const placesIn = (list: ValueColumn, values: string[]) =>
    narrow(values.map((value) => lists[list].placeOf(value)));
  const watched = new Map(some('watched').map((text) => splitFirst(text)));
  const known = views.filter(({ session }) => watched.has(session));
  let visitors = -1;
  const numbers: SessionColumns['numbers'] = {
    visitor: narrow(each('startsVisitor').map((starts) => (visitors += Number(starts)))),
    entry: placesIn('page', each('entry')),
    exit: placesIn('page', each('exit')),
    between: placesIn('page', some('between')),
    referrer: placesIn('referrer', each('referrer')),
    campaign: placesIn('campaign', each('campaign')),
    client: placesIn('client', each('client')),
    country: placesIn('country', each('country')),
    language: placesIn('language', each('language')),
    source: numbersOf('source'),
    hour: numbersOf('hour'),
    goals: numbersOf('goals'),
    pageViews: numbersOf('pageViews'),
    lasted: numbersOf('lasted'),
    videoSeconds: numbersOf('videoSeconds'),
    isSuspected: numbersOf('isSuspected'),
    pagesBetween: numbersOf('pagesBetween'),
    viewSession: narrow(known.map(({ session }) => watched.get(session) ?? 0)),
    viewVideo: placesIn(
      'video',
      known.map(({ video }) => video),
    ),
    viewSeconds: narrow(known.map(({ seconds }) => seconds)),
  };
  const values = Object.fromEntries(valueColumns.map((name) => [name, lists[name].values]));
  return { numbers, values: values as SessionColumns['values'] };
}

/**
 * A text that is another one once a session of the day (`YYYY-MM-DD`, of the site) was written or removed since: of how many
 * there are, and of the transactions that wrote them. Takes a tenth of the time that reading them does.
 */
export async function readStateOfDay(connection: ClientBase, day: string): Promise<string> {
  const { rows } = await connection.query<{ state: string }>({
    text: `-- state-of-day: Have the sessions of this day changed?
      select count(*) || ' ' || coalesce(sum(hashint8(xmin::text::bigint)), 0) as state
      from sessions where day = $1 and ${isNear('started_at', 0)}`,
    values: [day],
  });
  return rows[0]?.state ?? '';
}

const split = (text = '') => (text === '' ? [] : text.split(','));

/** Splits `place session` into the session text and the place it starts with. */
function splitFirst(text: string): [session: string, place: number] {
  const space = text.indexOf(' ');
  return [text.slice(space + 1), Number(text.slice(0, space))];
}
