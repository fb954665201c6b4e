import type { Analytics } from '@voordeur/contracts/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useQueryFailureToast } from '../../lib/admin-queries';
import { LatePopup } from '../../ui/late-part';
import { panelSpans, useIsFolded } from '../../ui/panel-layout';
import { NotFetched, Skeleton } from '../../ui/query-states';
import { HeadButton, ScreenHead } from '../../ui/screen-head';
import { AsOf, ComparedDays } from './formats';
import { isFiltered, searchOf, usePeriod } from './period';
import { useRange, useSessions } from './read-figures';

const figures = () => import('./figures');
const ShareDialog = lazy(() => import('./share-dialog'));

// Their code loads while the figures are fetched. The component that draws them imports it again, and handles a
// failure.
Promise.all([figures(), import('./charts')]).catch(() => undefined);
const Figures = lazy(figures);
const FilterBar = lazy(() => import('./filter-bar'));
const WhatIsCounted = lazy(() => import('./what-is-counted'));

/** All the figures. Once shown, they stay while they're fetched again, and if that fails. */
export default function AnalyticsScreen() {
  const text = useText();
  const client = useQueryClient();
  const period = usePeriod();
  const [explained, setExplained] = useState(false);
  const explanation = useId();
  const [openedAt] = useState(() => new Date().toISOString());
  const always = useQuery<Analytics>({ queryKey: ['/api/admin/analytics'] });
  const ranged = useRange(period);
  const analytics = always.data;
  const range = ranged.now.data;
  // Counting them takes longer, so without a filter they wait for that of page views.
  const sessions = useSessions(period, isFiltered(period) || (analytics && range) !== undefined);
  const queries = [always, ranged.now, ranged.before, sessions.now, sessions.before].filter(
    (query) => query !== null,
  );
  const isFetching = always.isFetching || ranged.now.isFetching;
  const shown = isFiltered(period) ? sessions.now.data : range;
  // The figures of the last period stay until those of this one are here.
  const isLast = ranged.now.isPlaceholderData || (isFiltered(period) && sessions.now.isPlaceholderData);

  // Their place on the screen says that sessions can't be counted.
  useQueryFailureToast(
    queries.filter((query) => query !== sessions.now),
    text('admin.analytics.failed'),
  );

  const refresh = () => {
    for (const query of queries) void query.refetch();
    // The panels of goals and edits fetch their own.
    for (const own of ['goals', 'edits']) void client.refetchQueries({ queryKey: [own], type: 'active' });
  };
  return (
    <>
      <ScreenHead title={text('admin.analytics.title')}>
        {/* Takes its room while the figures are fetched: on a narrow screen that's a line of its own. */}
        <p className={`flex-1 text-text-2 ${shown ? '' : 'invisible'}`}>
          <AsOf instant={shown?.asOf ?? openedAt} />
        </p>
        <ShareView query={searchOf(period)} />
        {(analytics !== undefined || isFetching) && (
          <HeadButton
            busy={queries.some((query) => query.isFetching)}
            busyLabel={text('admin.analytics.refreshing')}
            onClick={refresh}
          >
            {text('admin.analytics.refresh')}
          </HeadButton>
        )}
      </ScreenHead>
      <Suspense fallback={<div className="h-28.5" />}>
        <FilterBar range={range} sessions={sessions.now.data}>
          <p className="min-h-[1.45em] text-text-2" aria-live="polite">
            {range && <ComparedDays {...range} />}
          </p>
          <button
            type="button"
            className="definition min-h-10 text-text-2"
            aria-expanded={explained}
            aria-controls={explained ? explanation : undefined}
            onClick={() => setExplained(!explained)}
          >
            {text('admin.analytics.definitions')}
          </button>
        </FilterBar>
      </Suspense>
      {explained && (
        <Suspense>
          <WhatIsCounted id={explanation} />
        </Suspense>
      )}
      {analytics && range && (
        <div className={isLast ? 'opacity-60' : ''} aria-busy={isLast}>
          <Suspense fallback={<LoadingFigures />}>
            <Figures
              analytics={analytics}
              range={range}
              rangeBefore={ranged.before?.data}
              sessions={sessions}
            />
          </Suspense>
        </div>
      )}
      {!(analytics && range) && isFetching && <LoadingFigures />}
      {!(analytics && range) && !isFetching && (
        <NotFetched announced onRetry={refresh}>
          {text('admin.analytics.failed')}
        </NotFetched>
      )}
    </>
  );
}

const placeholderHeights = { 3: 'min-h-35 phone:min-h-80', 4: 'phone:min-h-100', 8: 'min-h-114' } as const;

/** Placeholders for the panels, as large as they will be. */
function LoadingFigures() {
  const text = useText();
  const isFolded = useIsFolded();
  return (
    <div>
      <p role="status" className="sr-only">
        {text('admin.analytics.loading')}
      </p>
      <div className="grid grid-cols-12 gap-3.5" aria-hidden="true">
        {([3, 3, 3, 3, 8, 4, 4, 4, 4] as const).map((span, index) => (
          <div key={index} className={`panel ${panelSpans[span]} ${placeholderHeights[span]}`}>
            <Skeleton className="h-5 w-32" />
            {(span !== 4 || !isFolded) && <Skeleton className="mt-5 flex-1" />}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Makes a link to the screen's figures; `query` is that of its address. */
export function ShareView({ query }: { query: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-line button-small"
        onClick={() => setOpen(true)}
      >
        {text('admin.analytics.shareView')}
      </button>
      {open && (
        <LatePopup>
          <ShareDialog query={query} onClose={() => setOpen(false)} />
        </LatePopup>
      )}
    </>
  );
}
