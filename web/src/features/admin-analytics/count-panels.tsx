import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Table } from '../../ui/table';
import { FigurePanel, type FigurePanelProps, type RangePanelProps } from './figure-panel';
import { largestFirst } from './format-figures';
import { useFigures } from './use-figures';

// All flags are in one file, which loads after the figures.
const CountryFlag = lazy(() => import('./country-flag'));
const noFlag = <span aria-hidden="true" className="flag border border-line" />;

interface Props extends RangePanelProps {
  /** Shown instead of a list without rows. */
  empty: ReactNode;
}

export function CountriesPanel({ range, ...panel }: Props) {
  const text = useText();
  return (
    <CountPanel
      {...panel}
      title={text('admin.analytics.topCountries')}
      definition={text('admin.analytics.what.countries')}
      head={text('admin.analytics.country')}
      file={`countries-${range.from}-${range.to}`}
      rows={range.countryStats}
      name={({ code, country }) => (
        <span className="flex items-center gap-2.5">
          <Suspense fallback={noFlag}>
            <CountryFlag code={code} fallback={noFlag} />
          </Suspense>
          <Cut>{country}</Cut>
        </span>
      )}
    />
  );
}

export function PagesPanel({ range, ...panel }: Props) {
  const text = useText();
  return (
    <CountPanel
      {...panel}
      title={text('admin.analytics.pages')}
      definition={text('admin.analytics.what.pages')}
      head={text('admin.analytics.page')}
      file={`pages-${range.from}-${range.to}`}
      rows={largestFirst(range.pageStats).map(([page, visitors]) => ({ page, visitors }))}
      name={({ page }) => <Cut>{page}</Cut>}
    />
  );
}

export function ReferrersPanel({ range, ...panel }: Props) {
  const text = useText();
  return (
    <CountPanel
      {...panel}
      title={text('admin.analytics.referrers')}
      definition={text('admin.analytics.what.referrers')}
      head={text('admin.analytics.host')}
      file={`referrers-${range.from}-${range.to}`}
      rows={range.referrerStats}
      name={({ host }) => <Cut>{host}</Cut>}
    />
  );
}

export function CampaignsPanel({ range, ...panel }: Props) {
  const text = useText();
  return (
    <CountPanel
      {...panel}
      title={text('admin.analytics.campaigns')}
      definition={text('admin.analytics.what.campaigns')}
      head={text('admin.analytics.campaign')}
      file={`campaigns-${range.from}-${range.to}`}
      rows={range.campaignStats}
      name={({ source, medium, campaign }) => (
        <>
          <Cut>{campaign || text('admin.analytics.noCampaign')}</Cut>
          <span className="block text-note text-text-3">
            {[source, medium].filter((part) => part !== '').join(' / ')}
          </span>
        </>
      )}
    />
  );
}

interface CountPanelProps<Row extends object> extends Omit<FigurePanelProps, 'span' | 'children'> {
  /** Of the column of names. */
  head: string;
  rows: Row[];
  name: (row: Row) => ReactNode;
}

/** A list of names, largest count first, with a bar for each; ten of them until the owner asks for all. */
function CountPanel<Row extends { visitors: number }>({ head, name, ...panel }: CountPanelProps<Row>) {
  const text = useText();
  const { figure } = useFigures();
  const most = Math.max(1, ...panel.rows.map(({ visitors }) => visitors));
  return (
    <FigurePanel span={4} {...panel}>
      <Table
        label={panel.title}
        columns={[
          { head, cell: name },
          { head: '', cell: ({ visitors }) => <Bar share={visitors / most} />, drawn: true },
          { head: text('admin.analytics.visits'), cell: ({ visitors }) => figure(visitors), figure: true },
        ]}
        rows={panel.rows}
        height="scroll"
        first={10}
      />
    </FigurePanel>
  );
}

/** A count as a bar; `share` is 0 to 1. The figure itself is beside it. */
export function Bar({ share }: { share: number }) {
  return (
    <span
      aria-hidden="true"
      style={{ width: `max(2px, ${(share * 100).toFixed(1)}%)` }}
      className="block h-2.5 rounded-xs bg-bar"
    />
  );
}

/** Cut off before it would push the bar away; whole on hover. */
function Cut({ children }: { children: string }) {
  return (
    <span className="block max-w-40 truncate" title={children}>
      {children}
    </span>
  );
}
