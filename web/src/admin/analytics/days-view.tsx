import type { Days, HoursOfWeek, RangeFigures, SessionAnalytics } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import type { Column } from '../../ui/table';
import { EditLegend, type EditMark } from './edits';
import type { FigureView } from './figure-panel';
import { FilterLink, PeriodLink } from './filters';
import { formatHour, formatHours, useHourOf, useDays, useFigures } from './formats';
import { Chart, ColumnChart } from './late-charts';
import { usePeriod } from './period';

const measureLabels: Record<Measure, MessageKey> = {
  visitors: 'admin.analytics.visits',
  sessions: 'admin.analytics.sessions',
  uniqueVisitors: 'admin.analytics.uniqueVisitors',
  videoViews: 'admin.analytics.videoViews',
  bots: 'admin.analytics.bots',
};

const words = {
  hour: { title: 'admin.analytics.byHour', head: 'admin.analytics.hour' },
  day: { title: 'admin.analytics.byDay', head: 'admin.analytics.day' },
  month: { title: 'admin.analytics.byMonth', head: 'admin.analytics.month' },
} as const satisfies Record<Grouping, Record<'title' | 'head', MessageKey>>;

/** The days of a period, with their counts. */
export interface Course extends Days {
  /** The hours count the first one. */
  measures: Measure[];
  dailyStats: CourseDay[];
  hoursOfWeek: HoursOfWeek;
  before: (Days & Pick<Course, 'dailyStats' | 'hoursOfWeek'>) | null;
  asOf: string;
}

type CourseDay = { day: string; imported?: boolean } & Partial<Counts>;

export function courseOfRange(range: RangeFigures): Course {
  return { ...range, measures: ['visitors', 'uniqueVisitors', 'videoViews', 'bots'] };
}

export function courseOfSessions(now: SessionAnalytics, before: SessionAnalytics | undefined): Course {
  const courseOf = ({ from, to, hoursOfWeek, dailyStats }: SessionAnalytics) => ({
    ...{ from, to, hoursOfWeek },
    dailyStats: dailyStats.map(({ day, sessions, visitors, pageViews }) => ({
      ...{ day, sessions, uniqueVisitors: visitors, visitors: pageViews },
    })),
  });
  return {
    ...courseOf(now),
    measures: ['sessions', 'visitors', 'uniqueVisitors'],
    before: before ? courseOf(before) : null,
    asOf: now.asOf,
  };
}

interface Props {
  course: Course;
  definition: string;
  /** The days on which texts were edited. */
  marks?: EditMark[];
}

/** The period day by day, by month where its days are many, by hour where it is one day; one measure at a time. */
export function useDaysView({ course, definition, marks = [] }: Props): FigureView {
  const text = useText();
  const period = usePeriod();
  const { figure, short } = useFigures();
  const names = useDays();
  const hourOf = useHourOf();
  const [chosen, setChosen] = useState<Measure>();
  const { measures, from, to, asOf, before: compareWith } = course;
  const [first = 'visitors'] = measures;
  const { by, bars } = groupDays(course);
  // The hours of the other measures aren't counted.
  const measure = by === 'hour' ? first : (measures.find((one) => one === chosen) ?? first);
  const nameOf = ({ start }: Bar) => {
    if (by === 'hour') return formatHour(Number(start));
    return by === 'day' ? names.day(start) : names.month(start);
  };
  const titleOf = (bar: Bar) => {
    if (by === 'hour') return formatHours(Number(bar.start));
    return by === 'day' ? names.weekday(bar.start) : names.month(bar.start);
  };
  const isNow = ({ start }: Bar, index: number) =>
    to === names.dayOf(asOf) && (by === 'hour' ? Number(start) === hourOf(asOf) : index === bars.length - 1);
  const linkOf = (bar: Bar) =>
    by === 'hour' ? (
      <FilterLink dimension="hour" value={bar.start}>
        {titleOf(bar)}
      </FilterLink>
    ) : (
      <PeriodLink to={{ ...period, range: { from: bar.start, to: bar.end } }} className="hover:underline">
        {titleOf(bar)}
      </PeriodLink>
    );

  const shown = by === 'hour' ? [first] : measures;
  const columns: Column<Bar>[] = [
    { head: words[by].head, cell: linkOf },
    ...shown.map((one) => ({ head: measureLabels[one], cell: (bar: Bar) => bar[one], figure: true })),
  ];
  const compared = compareWith && names.days(compareWith);
  if (compared !== null)
    columns.push({
      head: 'admin.analytics.compared',
      cell: ({ before }) => before?.[measure] ?? '',
      figure: true,
      soft: true,
    });
  const hasImported = bars.some(({ imported }) => imported.visitors > 0);
  if (hasImported)
    columns.push({
      head: 'admin.analytics.imported',
      cell: ({ imported }) => imported.visitors,
      figure: true,
    });
  // An hour's bar begins and ends on no day of its own.
  const marksOf = ({ start, end }: Bar) =>
    by === 'hour' ? [] : marks.filter(({ day }) => day >= start && day <= end).flatMap(({ lines }) => lines);
  if (bars.some((bar) => marksOf(bar).length > 0))
    columns.push({
      head: 'admin.analytics.edits.title',
      cell: (bar) => marksOf(bar).join('; '),
      soft: true,
    });
  const title = text(words[by].title);
  return {
    title,
    definition,
    name: 'days',
    days: { from, to },
    rows: course.dailyStats,
    content: (
      <>
        {by !== 'hour' && <MeasureChoice measures={measures} chosen={measure} onChoose={setChosen} />}
        <Chart
          label={title}
          table={{ columns, rows: by === 'hour' ? bars : bars.toReversed(), tall: true }}
          hasImported={hasImported}
          legend={
            <>
              {compared !== null && <ComparedLegend days={compared} />}
              <EditLegend marks={marks} />
            </>
          }
        >
          <ColumnChart
            columns={bars.map((bar, index) => ({
              name: nameOf(bar),
              title: titleOf(bar),
              value: bar[measure],
              imported: {
                value: bar.imported[measure],
                note: text('admin.analytics.importedOf', { imported: figure(bar.imported[measure]) }),
              },
              before: bar.before && {
                value: bar.before[measure],
                note: text('admin.analytics.comparedCount', {
                  count: figure(bar.before[measure]),
                  days: by === 'day' ? names.day(bar.before.start) : (compared ?? ''),
                }),
              },
              mark: marksOf(bar).join('\n') || undefined,
              lit: isNow(bar, index),
            }))}
            format={figure}
            formatShort={short}
          />
        </Chart>
      </>
    ),
  };
}

interface ChoiceProps {
  measures: Measure[];
  chosen: Measure;
  onChoose: (measure: Measure) => void;
}

function MeasureChoice({ measures, chosen, onChoose }: ChoiceProps) {
  const text = useText();
  return (
    <fieldset className="mt-4 flex flex-wrap gap-0.5 self-start rounded-control border border-line bg-street p-0.75">
      <legend className="sr-only">{text('admin.analytics.measure')}</legend>
      {measures.map((measure) => (
        <label
          key={measure}
          className="inline-flex min-h-7.5 cursor-pointer items-center rounded-small px-[.65rem] text-note text-text-2 transition-colors duration-160 hover:text-text has-checked:bg-lamp/11 has-checked:text-lamp-hi has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-lamp-hi"
        >
          <input
            type="radio"
            name="measure"
            className="sr-only"
            checked={measure === chosen}
            onChange={() => onChoose(measure)}
          />
          {text(measureLabels[measure])}
        </label>
      ))}
    </fieldset>
  );
}

/** Explains the thin line. */
function ComparedLegend({ days }: { days: string }) {
  const text = useText();
  return (
    <p className="mt-2 flex items-center gap-2.5 text-note text-text-2">
      <svg width="22" height="4" aria-hidden="true" className="flex-none">
        <path d="M0 2h22" stroke="var(--color-text-2)" strokeWidth="1.5" strokeDasharray="4 3" />
      </svg>
      {text('admin.analytics.comparedLegend', { days })}
    </p>
  );
}

type Measure = 'visitors' | 'sessions' | 'uniqueVisitors' | 'videoViews' | 'bots';
type Grouping = 'hour' | 'day' | 'month';

/** With more bars than this, they'd be thinner than their gaps. */
const mostBars = 92;

type Counts = Record<Measure, number>;
/** `start` is its first day, `YYYY-MM-DD`, or its hour; `end` its last day. */
interface Bar extends Counts {
  start: string;
  end: string;
  imported: Counts;
  before?: Counts & { start: string };
}

type Grouped = Pick<Course, 'measures' | 'dailyStats' | 'hoursOfWeek' | 'before'>;

/**
 * Days as they are, or summed by month where they are many; a single day by its hours. Each is paired with a compared
 * day: the first with the first, and so on.
 */
export function groupDays(range: Grouped): { by: Grouping; bars: Bar[] } {
  const { dailyStats } = range;
  const [only] = dailyStats;
  // An imported day has no hours.
  if (only && dailyStats.length === 1 && !only.imported)
    return { by: 'hour', bars: hoursOf(only.day, range) };
  const by = dailyStats.length <= mostBars ? 'day' : 'month';
  const bars = new Map<string, Bar>();
  dailyStats.forEach((day, index) => {
    const key = by === 'day' ? day.day : day.day.slice(0, 7);
    const bar = bars.get(key) ?? { start: day.day, end: '', ...nothing, imported: { ...nothing } };
    bars.set(key, bar);
    bar.end = day.day;
    add(bar, day);
    if (day.imported) add(bar.imported, day);
    const before = range.before?.dailyStats[index];
    if (before) add((bar.before ??= { start: before.day, ...nothing }), before);
  });
  return { by, bars: [...bars.values()] };
}

/** A day is one row of its hours of the week. */
function hoursOf(day: string, { measures: [measure = 'visitors'], hoursOfWeek, before }: Grouped): Bar[] {
  const weekdayOf = (of: string) => (new Date(of).getUTCDay() + 6) % 7;
  const hours = hoursOfWeek[weekdayOf(day)] ?? [];
  const hoursBefore = before?.hoursOfWeek[weekdayOf(before.from)];
  return hours.map((count, hour) => ({
    ...{ start: String(hour), end: day, ...nothing, [measure]: count, imported: nothing },
    ...(hoursBefore && { before: { start: String(hour), ...nothing, [measure]: hoursBefore[hour] ?? 0 } }),
  }));
}

function add(counts: Counts, day: CourseDay): void {
  for (const measure of allMeasures) counts[measure] += day[measure] ?? 0;
}

const nothing: Counts = { visitors: 0, sessions: 0, uniqueVisitors: 0, videoViews: 0, bots: 0 };
const allMeasures = Object.keys(nothing) as Measure[];
