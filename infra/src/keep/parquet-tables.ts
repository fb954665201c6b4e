import { isSuspected } from '@voordeur/contracts/db';
import { goalBit, goals, sourceClasses, suspicions } from '@voordeur/contracts/http';
import { firstIdAt } from '@voordeur/server';

/** `instant` is in UTC, `day` has no zone; any of them can be null. */
type ParquetType = 'text' | 'texts' | 'integer' | 'long' | 'boolean' | 'instant' | 'day';

export interface ParquetTable {
  name: string;
  /** Its rows go when their month is sealed. */
  isRaw: boolean;
  /** A `visitor` is a hash that becomes a number on its way into the file, and has a `day` beside it. */
  columns: { name: string; type: ParquetType; sql: string }[];
  /** SQL: the relation, the month's condition, and an order by time. */
  from: (month: Month) => string;
}

/** Both are days; `end` is the first day of the next month. */
export interface Month {
  name: string;
  start: string;
  end: string;
}

type Column = ParquetType | [type: ParquetType, sql: string];

const localDay = (instant: string): Column => [
  'day',
  `(${instant} at time zone coalesce((select value from settings where name = 'time_zone'), 'UTC'))::date`,
];
const inUtc = (column: string, { start, end }: Month) =>
  `${column} >= '${start}T00:00:00Z' and ${column} < '${end}T00:00:00Z'`;

/** SQL: the names of the bits that are set. */
const namesOfBits = (column: string, names: [name: string, bit: number][]): Column => [
  'texts',
  `array_remove(array[${names
    .map(([name, bit]) => `case when ${column} & ${bit} <> 0 then '${name}' end`)
    .join(', ')}], null)`,
];
const line = (name: string, number: number): Column => [
  'text',
  `nullif(split_part(${name}.name, E'\\n', ${number}), '')`,
];
const named = ['entry', 'exit', 'referrer', 'campaign', 'city', 'client'];

const rawTables: (Pick<ParquetTable, 'name' | 'from'> & { columns: Record<string, Column> })[] = [
  {
    name: 'visits',
    columns: {
      visitor: ['integer', `encode(visitor, 'hex')`],
      occurred_at: 'instant',
      day: localDay('occurred_at'),
      source: 'text',
      page: ['text', `split_part(page, '?', 1)`],
      referrer_host: 'text',
      utm_source: 'text',
      utm_medium: 'text',
      utm_campaign: 'text',
      language: 'text',
      country: 'text',
      city: 'text',
      device: 'text',
      browser: 'text',
      system: 'text',
      suspicion: 'text',
      bot_reason: 'text',
      bot_class: 'text',
      bot_name: 'text',
    },
    from: ({ start, end }) =>
      `visits where id >= '${firstIdAt(Date.parse(start))}' and id < '${firstIdAt(Date.parse(end))}' order by id`,
  },
  {
    name: 'sessions',
    columns: {
      visitor: ['integer', 'visitor::text'],
      started_at: 'instant',
      ended_at: 'instant',
      day: 'day',
      hour: 'integer',
      page_views: 'integer',
      entry: ['text', 'entry.name'],
      exit: ['text', 'exit.name'],
      // As many of one page as were viewed.
      pages_between: [
        'texts',
        'array(select name from unnest(pages_between) as page (id) join names using (id) order by name)',
      ],
      source: ['text', `(array[${sourceClasses.map((one) => `'${one}'`).join(', ')}])[source + 1]`],
      referrer_host: ['text', 'referrer.name'],
      utm_source: line('campaign', 1),
      utm_medium: line('campaign', 2),
      utm_campaign: line('campaign', 3),
      language: 'text',
      country: 'text',
      city: ['text', 'city.name'],
      device: line('client', 1),
      browser: line('client', 2),
      system: line('client', 3),
      video_seconds: 'integer',
      goals: namesOfBits(
        'goals',
        goals.map((goal) => [goal, goalBit(goal)]),
      ),
      suspicions: namesOfBits(
        'suspicions',
        suspicions.map((name, bit) => [name, 1 << bit]),
      ),
      is_suspected: ['boolean', isSuspected],
    },
    from: (month) =>
      `sessions ${named.map((one) => `left join names as ${one} on ${one}.id = sessions.${one}`).join(' ')}
      where ${inUtc('started_at', month)} order by started_at`,
  },
  {
    name: 'video_views',
    columns: {
      visitor: ['integer', `encode(visitor, 'hex')`],
      occurred_at: 'instant',
      day: localDay('occurred_at'),
      video_id: 'text',
      video_title: 'text',
      watched_seconds: 'integer',
      country: 'text',
      city: 'text',
    },
    from: (month) => `video_views where ${inUtc('occurred_at', month)} order by occurred_at`,
  },
];

const rollups: Record<string, Record<string, Column>> = {
  visits_by_day: { day: 'day', people: 'integer', bots: 'integer' },
  visitors_by_day: { day: 'day', visitors: 'integer' },
  visits_by_day_page: { day: 'day', page: 'text', people: 'integer' },
  visits_by_day_country: { day: 'day', country: 'text', people: 'integer' },
  visits_by_day_referrer: { day: 'day', referrer_host: 'text', people: 'integer' },
  visits_by_day_campaign: {
    day: 'day',
    // In visits an absent one is null.
    utm_source: ['text', `nullif(utm_source, '')`],
    utm_medium: ['text', `nullif(utm_medium, '')`],
    utm_campaign: ['text', `nullif(utm_campaign, '')`],
    people: 'integer',
  },
  visits_by_day_bot: { day: 'day', bot_class: 'text', bot_reason: 'text', bots: 'integer' },
  video_views_by_day: {
    day: 'day',
    video_id: 'text',
    video_title: 'text',
    views: 'integer',
    watched_seconds: 'long',
    reached_10: 'integer',
    reached_30: 'integer',
    reached_60: 'integer',
    reached_120: 'integer',
    reached_300: 'integer',
  },
  viewers_by_day: { day: 'day', video_id: 'text', viewers: 'integer' },
};

const columnsOf = (columns: Record<string, Column>) =>
  Object.entries(columns).map(([name, column]) => {
    const [type, sql] = typeof column === 'string' ? [column, name] : column;
    return { name, type, sql };
  });

/**
 * What `make export-parquet` writes: page views, sessions and video views without what tells whose they are (addresses, hashes,
 * ids, full referrers, user agents), and the figures by day, which stay when those are gone.
 */
export const parquetTables: ParquetTable[] = [
  ...rawTables.map(({ name, columns, from }) => ({ name, isRaw: true, columns: columnsOf(columns), from })),
  ...Object.entries(rollups).map(([name, columns]) => ({
    name,
    isRaw: false,
    columns: columnsOf(columns),
    from: ({ start, end }: Month) => `${name} where day >= '${start}' and day < '${end}' order by day`,
  })),
];
