import type { Analytics } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { Bar } from '../../ui/bar';
import { Empty } from '../../ui/empty';
import { Panel } from '../../ui/panel';
import { Table, type Column } from '../../ui/table';
import { formatHour, largestFirst } from './format-figures';

/** The spec shows ten. */
const topCountries = 10;

interface Count {
  name: string;
  count: number;
  lit?: boolean;
}

export function MonthsPanel({ monthlyStats }: Pick<Analytics, 'monthlyStats'>) {
  const text = useText();
  const { formatNumber, formatDate } = useIntl();
  const most = Math.max(1, ...monthlyStats.map(({ visitors }) => visitors));
  type Month = Analytics['monthlyStats'][number];
  const columns: Column<Month>[] = [
    {
      head: text('admin.analytics.month'),
      cell: ({ month }) =>
        formatDate(`${month}-01T00:00:00Z`, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    },
    {
      head: '',
      cell: (row) => <Bar share={row.visitors / most} lit={row === monthlyStats.at(-1)} />,
      drawn: true,
    },
    { head: text('admin.analytics.visits'), cell: ({ visitors }) => formatNumber(visitors), figure: true },
    {
      head: text('admin.analytics.uniqueCountries'),
      cell: ({ uniqueCountries }) => formatNumber(uniqueCountries),
      figure: true,
    },
    {
      head: text('admin.analytics.topCountry'),
      cell: ({ topCountry }) => topCountry ?? text('admin.analytics.none'),
      soft: true,
    },
  ];
  const title = text('admin.analytics.months');
  return (
    <Panel span={8} title={title} note={text('admin.analytics.monthsNote')}>
      <Table label={title} columns={columns} rows={monthlyStats} height="fill" />
    </Panel>
  );
}

export function CountriesPanel({ countryStats }: Pick<Analytics, 'countryStats'>) {
  const text = useText();
  return (
    <CountPanel
      title={text('admin.analytics.topCountries')}
      note={text('admin.analytics.allTime')}
      head={text('admin.analytics.country')}
      empty={text('admin.analytics.noVisits')}
      counts={countsOf(countryStats).slice(0, topCountries)}
    />
  );
}

export function PagesPanel({ pageStats }: Pick<Analytics, 'pageStats'>) {
  const text = useText();
  return (
    <CountPanel
      title={text('admin.analytics.pages')}
      note={text('admin.analytics.allTime')}
      head={text('admin.analytics.page')}
      empty={text('admin.analytics.noVisits')}
      counts={countsOf(pageStats)}
    />
  );
}

export function HoursPanel({ hourlyStats }: Pick<Analytics, 'hourlyStats'>) {
  const text = useText();
  const hours = hourlyStats.filter(({ count }) => count > 0);
  return (
    <CountPanel
      title={text('admin.analytics.hours')}
      note={text('admin.analytics.hoursNote')}
      head={text('admin.analytics.hour')}
      empty={text('admin.analytics.noVisitsToday')}
      counts={hours.map(({ hour, count }) => ({ name: formatHour(hour), count }))}
    />
  );
}

interface CountPanelProps {
  title: string;
  note: string;
  head: string;
  empty: string;
  counts: Count[];
}

function CountPanel({ title, note, head, empty, counts }: CountPanelProps) {
  const text = useText();
  const { formatNumber } = useIntl();
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const columns: Column<Count>[] = [
    {
      head,
      cell: ({ name }) => (
        <span className="block max-w-44 truncate" title={name}>
          {name}
        </span>
      ),
    },
    { head: '', cell: ({ count }) => <Bar share={count / most} />, drawn: true },
    { head: text('admin.analytics.visits'), cell: ({ count }) => formatNumber(count), figure: true },
  ];
  return (
    <Panel span={4} title={title} note={note}>
      {counts.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <Table label={title} columns={columns} rows={counts} height="scroll" />
      )}
    </Panel>
  );
}

function countsOf(counts: Record<string, number>): Count[] {
  return largestFirst(counts).map(([name, count]) => ({ name, count }));
}
