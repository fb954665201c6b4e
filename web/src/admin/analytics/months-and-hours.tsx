import type { Analytics } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { useZoneName } from '../../ui/instant';
import type { Column } from '../../ui/table';
import type { FigureView } from './figure-panel';
import { FilterLink } from './filter-link';
import { Chart, ColumnChart, RowChart } from './late-charts';
import { formatHour, formatHours } from './format-figures';
import { useDays } from './use-days';
import { useFigures } from './use-figures';

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

/** The hour of an instant in the site's zone. */
export function useHourOf() {
  const { formatDate } = useIntl();
  return (instant: string) => Number(formatDate(instant, { hour: '2-digit', hourCycle: 'h23' }));
}
