import type { DayStats, RangeAnalytics } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import type { Column } from '../../ui/table';
import type { FigureView, RangeProps } from './figure-panel';
import { formatHour, formatHours } from './format-figures';
import { Chart, ColumnChart } from './late-charts';
import { useHourOf } from './months-and-hours';
import { useDays } from './use-days';
import { useFigures } from './use-figures';

const measures: { measure: Measure; key: MessageKey }[] = [
  { measure: 'visitors', key: 'admin.analytics.visits' },
  { measure: 'uniqueVisitors', key: 'admin.analytics.uniqueVisitors' },
  { measure: 'videoViews', key: 'admin.analytics.videoViews' },
  { measure: 'bots', key: 'admin.analytics.bots' },
];

const words = {
  hour: { title: 'admin.analytics.byHour', head: 'admin.analytics.hour' },
  day: { title: 'admin.analytics.byDay', head: 'admin.analytics.day' },
  month: { title: 'admin.analytics.byMonth', head: 'admin.analytics.month' },
} as const satisfies Record<Grouping, Record<'title' | 'head', MessageKey>>;

/** The range day by day, by month where its days are many, by hour where it is one day; one measure at a time. */
export function useDaysView({ range }: RangeProps): FigureView {
  const text = useText();
  const { figure, short } = useFigures();
  const names = useDays();
  const hourOf = useHourOf();
  const [chosen, setChosen] = useState<Measure>('visitors');
  const { by, bars } = groupDays(range);
  // The hours of the other measures aren't counted.
  const measure = by === 'hour' ? 'visitors' : chosen;
  const nameOf = ({ start }: Bar) => {
    if (by === 'hour') return formatHour(Number(start));
    return by === 'day' ? names.day(start) : names.month(start);
  };
  const titleOf = (bar: Bar) => {
    if (by === 'hour') return formatHours(Number(bar.start));
    return by === 'day' ? names.weekday(bar.start) : names.month(bar.start);
  };
  const isNow = ({ start }: Bar, index: number) =>
    range.to === names.dayOf(range.asOf) &&
    (by === 'hour' ? Number(start) === hourOf(range.asOf) : index === bars.length - 1);

  const shown = by === 'hour' ? measures.slice(0, 1) : measures;
  const columns: Column<Bar>[] = [
    { head: words[by].head, cell: titleOf },
    ...shown.map(({ measure: name, key }) => ({ head: key, cell: (bar: Bar) => bar[name], figure: true })),
  ];
  const compared = range.before && names.days(range.before);
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
  const title = text(words[by].title);
  return {
    title,
    definition: text('admin.analytics.what.days'),
    file: `days-${range.from}-${range.to}`,
    rows: range.dailyStats,
    content: (
      <>
        {by !== 'hour' && <MeasureChoice chosen={measure} onChoose={setChosen} />}
        <Chart
          label={title}
          table={{ columns, rows: by === 'hour' ? bars : bars.toReversed(), tall: true }}
          hasImported={hasImported}
          legend={compared !== null && <ComparedLegend days={compared} />}
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
  chosen: Measure;
  onChoose: (measure: Measure) => void;
}

function MeasureChoice({ chosen, onChoose }: ChoiceProps) {
  const text = useText();
  return (
    <fieldset className="mt-4 flex flex-wrap gap-0.5 self-start rounded-control border border-line bg-street p-[3px]">
      <legend className="sr-only">{text('admin.analytics.measure')}</legend>
      {measures.map(({ measure, key }) => (
        <label
          key={measure}
          className="inline-flex min-h-7.5 cursor-pointer items-center rounded-[4px] px-[.65rem] text-note text-text-2 transition-[color] duration-160 hover:text-text has-checked:bg-[#33291699] has-checked:text-lamp-hi has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-lamp-hi"
        >
          <input
            type="radio"
            name="measure"
            className="sr-only"
            checked={measure === chosen}
            onChange={() => onChoose(measure)}
          />
          {text(key)}
        </label>
      ))}
    </fieldset>
  );
}

/** What the thin line is. */
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

type Measure = 'visitors' | 'uniqueVisitors' | 'videoViews' | 'bots';
type Grouping = 'hour' | 'day' | 'month';

/** With more bars than this, they'd be thinner than their gaps. */
const mostBars = 92;

type Counts = Record<Measure, number>;
/** `start` is its first day, `YYYY-MM-DD`, or its hour. */
interface Bar extends Counts {
  start: string;
  imported: Counts;
  before?: Counts & { start: string };
}

type Grouped = Pick<RangeAnalytics, 'dailyStats' | 'hoursOfWeek' | 'before'>;

/**
 * Days as they are, or summed by month where they are many; of a single day its hours. Each has the compared days that stand
 * beside its own: the first beside the first, and so on.
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
    const bar = bars.get(key) ?? { start: day.day, ...nothing, imported: { ...nothing } };
    bars.set(key, bar);
    add(bar, day);
    if (day.imported) add(bar.imported, day);
    const before = range.before?.dailyStats[index];
    if (before) add((bar.before ??= { start: before.day, ...nothing }), before);
  });
  return { by, bars: [...bars.values()] };
}

/** A day is one row of its hours of the week. */
function hoursOf(day: string, { hoursOfWeek, before }: Grouped): Bar[] {
  const weekdayOf = (of: string) => (new Date(of).getUTCDay() + 6) % 7;
  const hours = hoursOfWeek[weekdayOf(day)] ?? [];
  const hoursBefore = before?.hoursOfWeek[weekdayOf(before.from)];
  return hours.map((visitors, hour) => ({
    ...{ start: String(hour), ...nothing, visitors, imported: nothing },
    ...(hoursBefore && { before: { start: String(hour), ...nothing, visitors: hoursBefore[hour] ?? 0 } }),
  }));
}

function add(counts: Counts, day: DayStats): void {
  for (const { measure } of measures) counts[measure] += day[measure];
}

const nothing: Counts = { visitors: 0, uniqueVisitors: 0, videoViews: 0, bots: 0 };
