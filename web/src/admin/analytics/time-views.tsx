import type { Analytics, HoursOfWeek } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { useZoneName } from '../../ui/instant';
import type { Column } from '../../ui/table';
import type { Course } from './days-view';
import type { FigureView } from './figure-panel';
import { FilterLink } from './filters';
import { useHourOf, formatHour, formatHours, useDays, useFigures } from './formats';
import { Chart, ColumnChart, RowChart } from './late-charts';

type Month = Analytics['monthlyStats'][number];
type Hour = Analytics['hourlyStats'][number];

/** The last six calendar months, whatever the range. */
export function useMonthsView({ monthlyStats }: Pick<Analytics, 'monthlyStats'>): FigureView {
  const text = useText();
  const { month: nameOf } = useDays();
  const { figure, short } = useFigures();
  const title = text('admin.analytics.months');
  const columns: Column<Month>[] = [
    { head: 'admin.analytics.month', cell: ({ month }) => nameOf(`${month}-01`) },
    { head: 'admin.analytics.visits', cell: ({ visitors }) => visitors, figure: true },
    { head: 'admin.analytics.uniqueCountries', cell: ({ uniqueCountries }) => uniqueCountries, figure: true },
    {
      head: 'admin.analytics.topCountry',
      cell: ({ topCountry }) => topCountry ?? text('admin.analytics.none'),
      soft: true,
    },
  ];
  const hasImported = monthlyStats.some(({ imported }) => imported > 0);
  if (hasImported)
    columns.push({ head: 'admin.analytics.imported', cell: ({ imported }) => imported, figure: true });
  return {
    title,
    definition: text('admin.analytics.what.months'),
    note: text('admin.analytics.monthsNote'),
    name: 'months',
    rows: monthlyStats,
    content: (
      <Chart label={title} table={{ columns, rows: monthlyStats }} hasImported={hasImported}>
        <ColumnChart
          columns={monthlyStats.map((month, index) => ({
            name: nameOf(`${month.month}-01`),
            title: nameOf(`${month.month}-01`),
            note: text('admin.analytics.countries', { count: month.uniqueCountries }),
            value: month.visitors,
            imported: {
              value: month.imported,
              note: text('admin.analytics.importedOf', { imported: figure(month.imported) }),
            },
            lit: index === monthlyStats.length - 1,
          }))}
          format={figure}
          formatShort={short}
        />
      </Chart>
    ),
  };
}

/** The hours of today that had traffic, whatever the range. */
export function useHoursView({ hourlyStats, asOf }: Pick<Analytics, 'hourlyStats' | 'asOf'>): FigureView {
  const text = useText();
  const thisHour = useHourOf()(asOf);
  const { figure } = useFigures();
  const title = text('admin.analytics.hours');
  const hours = hourlyStats.filter(({ count }) => count > 0);
  const columns: Column<Hour>[] = [
    {
      head: 'admin.analytics.hour',
      cell: ({ hour }) => (
        <FilterLink dimension="hour" value={String(hour)}>
          {formatHour(hour)}
        </FilterLink>
      ),
    },
    { head: 'admin.analytics.visits', cell: ({ count }) => count, figure: true },
  ];
  return {
    title,
    definition: text('admin.analytics.what.hours', { zone: useZoneName() }),
    name: 'hours',
    rows: hours,
    empty: text('admin.analytics.noVisitsToday'),
    content: (
      <Chart label={title} table={{ columns, rows: hours }} ownHeight>
        <RowChart
          columns={hours.map(({ hour, count }) => ({
            name: formatHour(hour),
            title: formatHours(hour),
            value: count,
            lit: hour === thisHour,
          }))}
          format={figure}
        />
      </Chart>
    ),
  };
}

interface WeekViewProps {
  course: Pick<Course, 'from' | 'to' | 'hoursOfWeek'>;
  /** Its hours count sessions, not page views. */
  ofSessions: boolean;
  /** Text under the table. */
  caption: ReactNode;
}

/** When people come: each hour of the week, as a table of shades. */
export function useWeekView({
  course: { from, to, hoursOfWeek },
  ofSessions,
  caption,
}: WeekViewProps): FigureView {
  const text = useText();
  const zone = useZoneName();
  const title = text('admin.analytics.week');
  const rows = hoursOfWeek
    .flatMap((hours, weekday) => hours.map((count, hour) => ({ weekday: weekday + 1, hour, count })))
    .filter(({ count }) => count > 0)
    .map(({ count, ...when }) => ({ ...when, [ofSessions ? 'sessions' : 'visitors']: count }));
  return {
    title,
    definition: text(ofSessions ? 'admin.analytics.what.filteredWeek' : 'admin.analytics.what.week', {
      zone,
    }),
    name: 'week',
    days: { from, to },
    rows,
    empty: text('admin.analytics.noVisitsThen'),
    content: <Week title={title} hoursOfWeek={hoursOfWeek} ofSessions={ofSessions} />,
    caption,
  };
}

interface WeekProps {
  title: string;
  hoursOfWeek: HoursOfWeek;
  ofSessions: boolean;
}

function Week({ title, hoursOfWeek, ofSessions }: WeekProps) {
  const text = useText();
  const { figure } = useFigures();
  const { nameOfWeekday } = useDays();
  const most = Math.max(1, ...hoursOfWeek.flat());
  const busiest = hoursOfWeek.flat().indexOf(most);
  const when = (weekday: number, hour: number) => `${nameOfWeekday(weekday, 'long')} ${formatHours(hour)}`;
  return (
    <>
      <table aria-label={title} className="mt-4 w-full table-fixed border-separate border-spacing-0.5">
        <thead>
          <tr className="h-6 align-top text-note text-text-3">
            <td className="w-9" />
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col" className="relative p-0 font-normal">
                <span className="sr-only">{formatHour(hour)}</span>
                {hour % 6 === 0 && (
                  <span aria-hidden="true" className="absolute top-0 left-0 tabular-nums">
                    {formatHour(hour)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hoursOfWeek.map((hours, weekday) => (
            <tr key={weekday} className="h-8">
              <th scope="row" className="p-0 text-left text-note font-normal text-text-2">
                {nameOfWeekday(weekday, 'short')}
              </th>
              {hours.map((visitors, hour) => (
                <td
                  key={hour}
                  style={{ background: shadeOf(visitors, most) }}
                  className="rounded-xs p-0"
                  title={`${when(weekday, hour)}: ${figure(visitors)}`}
                >
                  <span className="sr-only">{figure(visitors)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5">
        <p className="text-note text-text-2">
          {text(ofSessions ? 'admin.analytics.busiestSessions' : 'admin.analytics.busiest', {
            when: when(Math.floor(busiest / 24), busiest % 24),
            count: most,
          })}
        </p>
        <ShadesLegend most={most} />
      </div>
    </>
  );
}

/** From little to the most; shades of the bars' colour. The first is nothing at all. */
const shades = [
  'var(--color-paint-2)',
  ...[24, 42, 60, 80, 100].map(
    (part) => `color-mix(in oklab, var(--color-bar) ${part}%, var(--color-paint-2))`,
  ),
];

/** By the root of its share, since a few hours or countries have most of everything. */
export function shadeOf(value: number, most: number): string {
  const step = value === 0 ? 0 : Math.ceil(Math.sqrt(value / most) * (shades.length - 1));
  return shades[step] ?? '';
}

/** Explains the shades. */
export function ShadesLegend({ most }: { most: number }) {
  const { figure } = useFigures();
  return (
    <p aria-hidden="true" className="flex items-center gap-2 text-note text-text-3 tabular-nums">
      {figure(0)}
      <span className="flex gap-px">
        {shades.map((shade) => (
          <span
            key={shade}
            style={{ background: shade }}
            className="h-2.5 w-4.5 first:rounded-l-xs last:rounded-r-xs"
          />
        ))}
      </span>
      {figure(most)}
    </p>
  );
}
