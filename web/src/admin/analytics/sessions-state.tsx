import type { SessionAnalytics } from '@voordeur/contracts/http';
import { isRefusedFor } from '../../lib/http';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { Empty, NotFetched, Skeleton } from '../../ui/query-states';
import { searchOf, usePeriod } from './period';
import type { Compared } from './use-compared';

/** Shown in place of the sessions' figures: that they're being counted, or why they can't be. */
export function SessionsState({ sessions: { now } }: { sessions: Compared<SessionAnalytics> }) {
  const text = useText();
  if (!now.isError || now.isFetching)
    return (
      <div role="status" className="mt-4 flex min-h-40 flex-1 flex-col">
        <span className="sr-only">{text('admin.analytics.filter.counting')}</span>
        <Skeleton className="flex-1" />
      </div>
    );
  if (isRefusedFor('invalid-query', now.error))
    return <NoFigures announced>{text('admin.analytics.filter.refused')}</NoFigures>;
  return (
    <NotFetched onRetry={() => void now.refetch()}>
      {text(
        isRefusedFor('too-slow', now.error)
          ? 'admin.analytics.filter.tooSlow'
          : 'admin.analytics.filter.failed',
      )}
    </NotFetched>
  );
}

/** With a way back to all figures. */
export function NoFigures({ announced, children }: { announced?: boolean; children: string }) {
  const text = useText();
  const period = usePeriod();
  return (
    <div role={announced ? 'alert' : undefined} className="panel items-center pb-8">
      <Empty>{children}</Empty>
      <Link to={searchOf({ ...period, filters: [] })} className="button-link">
        {text('admin.analytics.filter.clear')}
      </Link>
    </div>
  );
}
