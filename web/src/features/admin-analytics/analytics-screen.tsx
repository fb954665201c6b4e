import type { Analytics } from '@voordeur/contracts/http';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { isRefusal } from '../../lib/http-error';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { Spinner } from '../../ui/icons';
import { showToast } from '../../ui/toast/toast-store';
import { useAnalytics } from './analytics-query';
import { CountriesPanel, HoursPanel, MonthsPanel, PagesPanel } from './count-panels';
import { RecentBotsPanel, RecentVisitorsPanel } from './recent-panels';
import { SummaryCards } from './summary-cards';
import { RecentVideoViewsPanel, VideosPanel } from './video-panels';

interface Props {
  token: () => string | null;
  /** The api no longer takes the token. */
  onRefused: () => void;
}

/** The whole analytics response. Figures once shown stay while they are refreshed, and when that fails. */
export function AnalyticsScreen({ token, onRefused }: Props) {
  const text = useText();
  const { data, error, errorUpdatedAt, isFetching, refetch } = useAnalytics(token);

  useEffect(() => {
    if (error === null) return;
    if (isRefusal(error)) onRefused();
    else
      showToast({
        variant: 'destructive',
        title: text('common.error'),
        text: text('admin.analytics.failed'),
      });
    // The time tells a second failure from the first.
  }, [error, errorUpdatedAt, onRefused, text]);

  const busy = isFetching ? text('admin.analytics.refreshing') : undefined;
  return (
    <>
      <div className="mt-2 mb-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <h1 className="mr-auto text-[2rem] leading-[1.1]">{text('admin.analytics.title')}</h1>
        {data && <AsOf instant={data.asOf} />}
        {data && (
          <Button look="line" type="button" busyLabel={busy} onClick={() => void refetch()}>
            {text('admin.analytics.refresh')}
          </Button>
        )}
      </div>
      {data && <Figures analytics={data} />}
      {!data && isFetching && (
        <p role="status" className="panel flex items-center gap-3 text-text-2">
          <Spinner />
          {text('admin.analytics.loading')}
        </p>
      )}
      {!data && !isFetching && (
        <div className="panel grid justify-items-center pb-8">
          <Empty>{text('admin.analytics.failed')}</Empty>
          <Button look="line" type="button" onClick={() => void refetch()}>
            {text('admin.analytics.retry')}
          </Button>
        </div>
      )}
    </>
  );
}

function AsOf({ instant }: { instant: string }) {
  const text = useText();
  const { formatDate } = useIntl();
  const time = formatDate(instant, {
    timeZone: 'Europe/Amsterdam',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <p className="text-text-2">
      <time dateTime={instant}>{text('admin.analytics.asOf', { time })}</time>
    </p>
  );
}

function Figures({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid grid-cols-12 gap-3.5">
      <SummaryCards summary={analytics.summary} />
      <MonthsPanel monthlyStats={analytics.monthlyStats} />
      <CountriesPanel countryStats={analytics.countryStats} />
      <HoursPanel hourlyStats={analytics.hourlyStats} />
      <PagesPanel pageStats={analytics.pageStats} />
      <VideosPanel videoStats={analytics.videoStats} />

      <RecentVisitorsPanel recentVisitors={analytics.recentVisitors} />
      <RecentVideoViewsPanel recentVideoViews={analytics.recentVideoViews} />
      <RecentBotsPanel recentBots={analytics.recentBots} />
    </div>
  );
}
