import type { RangeAnalytics } from '@voordeur/contracts/http';
import { Suspense, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CountPanel } from './count-panel';
import { largestFirst } from './format-figures';
import { CountryFlag } from './late-flags';
import { noFlag } from './no-flag';

interface Props {
  range: RangeAnalytics;
  note: string;
  /** What stands in place of a list without rows. */
  empty: ReactNode;
}

export function CountriesPanel({ range, note, empty }: Props) {
  const text = useText();
  return (
    <CountPanel
      title={text('admin.analytics.topCountries')}
      definition={text('admin.analytics.what.countries')}
      note={note}
      head={text('admin.analytics.country')}
      counts={range.countryStats.map(({ code, country, visitors }) => ({
        name: (
          <span className="flex items-center gap-2.5">
            <Suspense fallback={noFlag}>
              <CountryFlag code={code} />
            </Suspense>
            <Cut>{country}</Cut>
          </span>
        ),
        count: visitors,
      }))}
      file={`countries-${range.from}-${range.to}`}
      rows={() => range.countryStats.map((country) => ({ ...country }))}
      empty={empty}
    />
  );
}

export function PagesPanel({ range, note, empty }: Props) {
  const text = useText();
  const pages = largestFirst(range.pageStats);
  return (
    <CountPanel
      title={text('admin.analytics.pages')}
      definition={text('admin.analytics.what.pages')}
      note={note}
      head={text('admin.analytics.page')}
      counts={pages.map(([page, count]) => ({ name: <Cut>{page}</Cut>, count }))}
      file={`pages-${range.from}-${range.to}`}
      rows={() => pages.map(([page, visitors]) => ({ page, visitors }))}
      empty={empty}
    />
  );
}

export function ReferrersPanel({ range, note, empty }: Props) {
  const text = useText();
  return (
    <CountPanel
      title={text('admin.analytics.referrers')}
      definition={text('admin.analytics.what.referrers')}
      note={note}
      head={text('admin.analytics.host')}
      counts={range.referrerStats.map(({ host, visitors }) => ({ name: <Cut>{host}</Cut>, count: visitors }))}
      file={`referrers-${range.from}-${range.to}`}
      rows={() => range.referrerStats.map((referrer) => ({ ...referrer }))}
      empty={empty}
    />
  );
}

export function CampaignsPanel({ range, note, empty }: Props) {
  const text = useText();
  return (
    <CountPanel
      title={text('admin.analytics.campaigns')}
      definition={text('admin.analytics.what.campaigns')}
      note={note}
      head={text('admin.analytics.campaign')}
      counts={range.campaignStats.map(({ source, medium, campaign, visitors }) => ({
        name: (
          <>
            <Cut>{campaign || text('admin.analytics.noCampaign')}</Cut>
            <span className="block text-note text-text-3">
              {[source, medium].filter((part) => part !== '').join(' / ')}
            </span>
          </>
        ),
        count: visitors,
      }))}
      file={`campaigns-${range.from}-${range.to}`}
      rows={() => range.campaignStats.map((campaign) => ({ ...campaign }))}
      empty={empty}
    />
  );
}

/** Cut where it would push the bar away; whole on hover. */
function Cut({ children }: { children: string }) {
  return (
    <span className="block max-w-40 truncate" title={children}>
      {children}
    </span>
  );
}
