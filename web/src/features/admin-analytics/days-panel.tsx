import type { DayStats } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import type { Column } from '../../ui/table';
import type { RangePanelProps } from './figure-panel';
import { ChartPanel, ColumnChart } from './late-charts';
import { useFigures } from './use-figures';

const measures: { measure: Measure; key: MessageKey }[] = [
  { measure: 'visitors', key: 'admin.analytics.visits' },
  { measure: 'uniqueVisitors', key: 'admin.analytics.uniqueVisitors' },
  { measure: 'videoViews', key: 'admin.analytics.videoViews' },
  { measure: 'bots', key: 'admin.analytics.bots' },
];

/** The range day by day, or by month where its days are many; one measure at a time. */
export function DaysPanel({ range, note }: RangePanelProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { figure, short } = useFigures();
  const [measure, setMeasure] = useState<Measure>('visitors');
  const { by, bars } = groupDays(range.dailyStats);
  type Period = (typeof bars)[number];
  const nameOf = ({ start }: Period, options: Intl.DateTimeFormatOptions) =>
    formatDate(`${start}T00:00:00Z`, { timeZone: 'UTC', ...options });
  const shortDate: Intl.DateTimeFormatOptions =
    by === 'day' ? { day: 'numeric', month: 'short' } : { month: 'short', year: '2-digit' };
  const longDate: Intl.DateTimeFormatOptions =
    by === 'day'
      ? { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }
      : { month: 'long', year: 'numeric' };
  const columns: Column<Period>[] = [
    {
      head: by === 'day' ? 'admin.analytics.day' : 'admin.analytics.month',
      cell: (period) => nameOf(period, by === 'day' ? { ...shortDate, year: 'numeric' } : longDate),
    },
    ...measures.map(({ measure: name, key }) => ({
      head: key,
      cell: (period: Period) => period[name],
      figure: true,
    })),
  ];
  const hasImported = bars.some(({ imported }) => imported.visitors > 0);
  if (hasImported)
    columns.push({
      head: 'admin.analytics.imported',
      cell: ({ imported }) => imported.visitors,
      figure: true,
    });
  const title = text(by === 'day' ? 'admin.analytics.byDay' : 'admin.analytics.byMonth');
  return (
    <ChartPanel
      span={8}
      title={title}
      definition={text('admin.analytics.what.days')}
      note={note}
      file={`days-${range.from}-${range.to}`}
      rows={range.dailyStats}
      table={{ columns, rows: bars.toReversed(), tall: true }}
      hasImported={hasImported}
      chart={
        <ColumnChart
          columns={bars.map((period, index) => {
            const imported = period.imported[measure];
            return {
              name: nameOf(period, shortDate),
              title: nameOf(period, longDate),
              value: period[measure],
              imported: {
                value: imported,
                note: text('admin.analytics.importedOf', { imported: figure(imported) }),
              },
              lit: index === bars.length - 1,
            };
          })}
          format={figure}
          formatShort={short}
        />
      }
    >
      <fieldset className="mt-3 flex flex-wrap gap-0.5 self-start rounded-control border border-line bg-street p-[3px]">
        <legend className="sr-only">{text('admin.analytics.measure')}</legend>
        {measures.map(({ measure: name, key }) => (
          <label
            key={name}
            className="inline-flex min-h-7.5 cursor-pointer items-center rounded-[4px] px-[.65rem] text-note text-text-2 transition-[color] duration-160 hover:text-text has-checked:bg-[#33291699] has-checked:text-lamp-hi has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-lamp-hi"
          >
            <input
              type="radio"
              name="measure"
              className="sr-only"
              checked={measure === name}
              onChange={() => setMeasure(name)}
            />
            {text(key)}
          </label>
        ))}
      </fieldset>
    </ChartPanel>
  );
}

type Measure = 'visitors' | 'uniqueVisitors' | 'videoViews' | 'bots';

/** With more bars than this, they'd be thinner than their gaps. */
const mostBars = 92;

type Counts = Record<Measure, number>;
/** `start` is its first day, `YYYY-MM-DD`. */
type Bar = Counts & { start: string; imported: Counts };

/** Days as they are, or summed by month where they are many. */
export function groupDays(days: DayStats[]): { by: 'day' | 'month'; bars: Bar[] } {
  const by = days.length <= mostBars ? 'day' : 'month';
  const bars = new Map<string, Bar>();
  for (const day of days) {
    const key = by === 'day' ? day.day : day.day.slice(0, 7);
    const bar = bars.get(key) ?? { start: day.day, ...nothing, imported: { ...nothing } };
    bars.set(key, bar);
    for (const { measure } of measures) {
      bar[measure] += day[measure];
      if (day.imported) bar.imported[measure] += day[measure];
    }
  }
  return { by, bars: [...bars.values()] };
}

const nothing: Counts = { visitors: 0, uniqueVisitors: 0, videoViews: 0, bots: 0 };
