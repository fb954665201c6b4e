import type { Analytics } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { useZoneName } from '../../ui/instant';
import type { Column } from '../../ui/table';
import { ChartPanel, ColumnChart, RowChart } from './late-charts';
import { formatHour } from './format-figures';
import { useFigures } from './use-figures';

type Month = Analytics['monthlyStats'][number];
type Hour = Analytics['hourlyStats'][number];

/** The last six calendar months, whatever the range. */
export function MonthsPanel({ monthlyStats, span }: Pick<Analytics, 'monthlyStats'> & { span: 8 | 12 }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { figure, short } = useFigures();
  const nameOf = ({ month }: Month, year?: 'numeric') =>
    formatDate(`${month}-01T00:00:00Z`, { month: 'short', year, timeZone: 'UTC' });
  const columns: Column<Month>[] = [
    { head: 'admin.analytics.month', cell: (month) => nameOf(month, 'numeric') },
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
  return (
    <ChartPanel
      span={span}
      title={text('admin.analytics.months')}
      definition={text('admin.analytics.what.months')}
      note={text('admin.analytics.monthsNote')}
      file="months"
      rows={monthlyStats}
      table={{ columns, rows: monthlyStats }}
      hasImported={hasImported}
      chart={
        <ColumnChart
          columns={monthlyStats.map((month, index) => ({
            name: nameOf(month),
            title: nameOf(month, 'numeric'),
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
      }
    />
  );
}

/** The hours of today that had traffic, whatever the range. */
export function HoursPanel({
  hourlyStats,
  asOf,
  span,
}: Pick<Analytics, 'hourlyStats' | 'asOf'> & { span: 4 | 8 }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { figure } = useFigures();
  const hours = hourlyStats.filter(({ count }) => count > 0);
  const thisHour = Number(formatDate(asOf, { hour: '2-digit', hourCycle: 'h23' }));
  const columns: Column<Hour>[] = [
    { head: 'admin.analytics.hour', cell: ({ hour }) => formatHour(hour) },
    { head: 'admin.analytics.visits', cell: ({ count }) => count, figure: true },
  ];
  return (
    <ChartPanel
      span={span}
      title={text('admin.analytics.hours')}
      definition={text('admin.analytics.what.hours', { zone: useZoneName() })}
      note={text('admin.analytics.hoursNote')}
      file="hours"
      rows={hours}
      empty={text('admin.analytics.noVisitsToday')}
      table={{ columns, rows: hours }}
      ownHeight
      chart={
        <RowChart
          columns={hours.map(({ hour, count }) => ({
            name: formatHour(hour),
            title: `${formatHour(hour)}–${formatHour((hour + 1) % 24)}`,
            value: count,
            lit: hour === thisHour,
          }))}
          format={figure}
        />
      }
    />
  );
}
