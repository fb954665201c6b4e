import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Skeleton } from '../../ui/query-states';
import { CountTable, Cut } from './count-table';
import type { FigureViews, RangeProps } from './figure-panel';
import { largestFirst } from './format-figures';

// All flags are in one file, which loads after the figures; so is the map.
const CountryFlag = lazy(() => import('./country-flag'));
const WorldMap = lazy(() => import('./world-map'));
const noFlag = <span aria-hidden="true" className="h-3.5 w-[21px] flex-none rounded-xs border border-line" />;

interface Props extends RangeProps {
  /** What a panel shows when there are no page views to list. */
  noVisits: ReactNode;
}

/** Page views by where they came from, what they were of, and from which country. */
export function useCountViews({
  range,
  noVisits,
}: Props): Record<'sources' | 'pages' | 'places', FigureViews> {
  const text = useText();
  const days = `${range.from}-${range.to}`;
  const { total, imported } = range.summary;
  const withImported = imported > 0 ? text('admin.analytics.importedIn') : undefined;
  const withoutImported = imported > 0 ? text('admin.analytics.importedOut') : undefined;
  const pages = largestFirst(range.pageStats).map(([page, visitors]) => ({ page, visitors }));
  const places = {
    definition: text('admin.analytics.what.countries'),
    file: `countries-${days}`,
    rows: range.countryStats,
    empty: noVisits,
    caption: (
      <>
        {withImported} <GeolocationLink />
      </>
    ),
  };
  const names = {
    referrers: text('admin.analytics.referrers'),
    campaigns: text('admin.analytics.campaigns'),
    pages: text('admin.analytics.pages'),
    countries: text('admin.analytics.topCountries'),
  };
  return {
    sources: [
      {
        title: names.referrers,
        definition: text('admin.analytics.what.referrers'),
        file: `referrers-${days}`,
        rows: range.referrerStats,
        empty: text('admin.analytics.noReferrers'),
        content: (
          <CountTable
            label={names.referrers}
            head="admin.analytics.host"
            rows={range.referrerStats}
            name={({ host }) => <Cut>{host}</Cut>}
            total={total}
          />
        ),
        caption: withoutImported,
      },
      {
        title: names.campaigns,
        definition: text('admin.analytics.what.campaigns'),
        file: `campaigns-${days}`,
        rows: range.campaignStats,
        empty: text('admin.analytics.noCampaigns'),
        content: (
          <CountTable
            label={names.campaigns}
            head="admin.analytics.campaign"
            rows={range.campaignStats}
            name={({ source, medium, campaign }) => (
              <>
                <Cut>{campaign || text('admin.analytics.noCampaign')}</Cut>
                <span className="block text-note text-text-3">
                  {[source, medium].filter((part) => part !== '').join(' / ')}
                </span>
              </>
            )}
            total={total}
          />
        ),
        caption: withoutImported,
      },
    ],
    pages: [
      {
        title: names.pages,
        definition: text('admin.analytics.what.pages'),
        file: `pages-${days}`,
        rows: pages,
        empty: noVisits,
        content: (
          <CountTable
            label={names.pages}
            head="admin.analytics.page"
            rows={pages}
            name={({ page }) => <Cut>{page}</Cut>}
            total={total}
          />
        ),
        caption: withImported,
      },
    ],
    places: [
      {
        ...places,
        title: names.countries,
        content: (
          <CountTable
            label={names.countries}
            head="admin.analytics.country"
            rows={range.countryStats}
            name={({ code, country }) => (
              <span className="flex items-center gap-2.5">
                <Suspense fallback={noFlag}>
                  <CountryFlag code={code} fallback={noFlag} />
                </Suspense>
                <Cut>{country}</Cut>
              </span>
            )}
            total={total}
          />
        ),
      },
      {
        ...places,
        title: text('admin.analytics.map'),
        content: (
          <Suspense fallback={<Skeleton className="mt-4 aspect-2/1" />}>
            <WorldMap countries={range.countryStats} />
          </Suspense>
        ),
      },
    ],
  };
}

/** The licence of the places' data requires it. */
function GeolocationLink() {
  const text = useText();
  return (
    <a href="https://db-ip.com" className="underline decoration-edge underline-offset-[.3em] hover:text-text">
      {text('admin.analytics.geolocation')}
    </a>
  );
}
