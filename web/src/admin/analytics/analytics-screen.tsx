import type { Analytics } from '@voordeur/contracts/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useQueryFailureToast } from '../../lib/admin-queries';
import { LatePopup } from '../../ui/late-part';
import { NotFetched } from '../../ui/query-states';
import { HeadButton, ScreenHead } from '../../ui/screen-head';
import { AsOf, ComparedDays } from './formats';
import { laterSpans, PanelSkeletons } from './panel-skeletons';
import { isFiltered, searchOf, usePeriod } from './period';
import { useRange, useSessions } from './read-figures';

const figures = () => import('./figures');
const filterBar = () => import('./filter-bar');
const ShareDialog = lazy(() => import('./share-dialog'));

// Their code loads while the figures are fetched. It's imported again where it's needed, and a failure handled there.
Promise.all([figures(), filterBar(), import('./charts')]).catch(() => undefined);
const FilterBar = lazy(filterBar);
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
  // Not lazy: React holds back for 300 ms whatever follows a fallback.
  const code = useQuery({ queryKey: ['figures-code'], queryFn: figures, throwOnError: true });
  const Figures = code.data?.default;
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
      {analytics && range && Figures && (
        <div className={isLast ? 'opacity-60' : ''} aria-busy={isLast}>
          <Figures
            analytics={analytics}
            range={range}
            rangeBefore={ranged.before?.data}
            sessions={sessions}
          />
        </div>
      )}
      {(analytics && range ? !Figures : isFetching) && <LoadingFigures />}
      {!(analytics && range) && !isFetching && (
        <NotFetched announced onRetry={refresh}>
          {text('admin.analytics.failed')}
        </NotFetched>
      )}
    </>
  );
}

/** As many panels as there will be. */
function LoadingFigures() {
  const text = useText();
  return (
    <div>
      <p role="status" className="sr-only">
        {text('admin.analytics.loading')}
      </p>
      <div className="grid grid-cols-12 gap-3.5">
        <PanelSkeletons spans={[3, 3, 3, 3, ...laterSpans]} />
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
