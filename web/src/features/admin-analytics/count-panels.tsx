import type { MessageKey } from '@voordeur/contracts/messages';
import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Table } from '../../ui/table';
import { FigurePanel, type FigurePanelProps, type RangePanelProps } from './figure-panel';
import { largestFirst } from './format-figures';

// All flags are in one file, which loads after the figures.
const CountryFlag = lazy(() => import('./country-flag'));
const noFlag = <span aria-hidden="true" className="h-3.5 w-[21px] flex-none rounded-xs border border-line" />;

interface Props extends RangePanelProps {
  /** What a panel shows when there are no visits to list. */
  noVisits: ReactNode;
}

/** Visits by country, page, referrer and campaign. */
export function CountPanels({ range, note, noVisits }: Props) {
  const text = useText();
  const days = `${range.from}-${range.to}`;
  const hasImported = range.summary.imported > 0;
  const withImported = hasImported ? text('admin.analytics.importedIn') : undefined;
  const withoutImported = hasImported ? text('admin.analytics.importedOut') : undefined;
  return (
    <>
      <CountPanel
        title={text('admin.analytics.topCountries')}
        definition={text('admin.analytics.what.countries')}
        note={note}
        head="admin.analytics.country"
        file={`countries-${days}`}
        caption={withImported}
        empty={noVisits}
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
      <CountPanel
        title={text('admin.analytics.pages')}
        definition={text('admin.analytics.what.pages')}
        note={note}
        head="admin.analytics.page"
        file={`pages-${days}`}
        caption={withImported}
        empty={noVisits}
        rows={largestFirst(range.pageStats).map(([page, visitors]) => ({ page, visitors }))}
        name={({ page }) => <Cut>{page}</Cut>}
      />
      <CountPanel
        title={text('admin.analytics.referrers')}
        definition={text('admin.analytics.what.referrers')}
        note={note}
        head="admin.analytics.host"
        file={`referrers-${days}`}
        caption={withoutImported}
        empty={text('admin.analytics.noReferrers')}
        rows={range.referrerStats}
        name={({ host }) => <Cut>{host}</Cut>}
      />
      <CountPanel
        title={text('admin.analytics.campaigns')}
        definition={text('admin.analytics.what.campaigns')}
        note={note}
        head="admin.analytics.campaign"
        file={`campaigns-${days}`}
        caption={withoutImported}
        empty={text('admin.analytics.noCampaigns')}
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
    </>
  );
}

interface CountPanelProps<Row extends object> extends Omit<FigurePanelProps, 'span' | 'children'> {
  /** Of the column of names. */
  head: MessageKey;
  rows: Row[];
  name: (row: Row) => ReactNode;
}

/** A list of names, largest count first, with a bar for each; ten of them until the owner asks for all. */
function CountPanel<Row extends { visitors: number }>({ head, name, ...panel }: CountPanelProps<Row>) {
  const most = Math.max(1, ...panel.rows.map(({ visitors }) => visitors));
  return (
    <FigurePanel span={4} {...panel}>
      <Table
        label={panel.title}
        columns={[
          { head, cell: name },
          { cell: ({ visitors }) => <Bar share={visitors / most} />, drawn: true },
          { head: 'admin.analytics.visits', cell: ({ visitors }) => visitors, figure: true },
        ]}
        rows={panel.rows}
        tall
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
