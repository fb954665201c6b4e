import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { useText } from '../i18n/use-text';
import { Button } from './button';
import { Spinner } from './icons';

interface Props {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'isFetching'> & { refetch: () => Promise<unknown> };
  /** Shown while it's fetched for the first time. */
  fetching: string;
  /** Shown, with a button that tries again, when it couldn't be fetched. */
  failed: string;
  /** A toast announces the failure already. */
  announced?: boolean;
}

/** A query's states other than its data. */
export function QueryStates({ query, fetching, failed, announced = false }: Props) {
  const { data, isError, isFetching, refetch } = query;
  if (isFetching && !data)
    return (
      <p role="status" className="panel flex-row items-center gap-3 text-text-2">
        <Spinner />
        {fetching}
      </p>
    );
  if (isError && !isFetching)
    return (
      <NotFetched announced={announced} onRetry={() => void refetch()}>
        {failed}
      </NotFetched>
    );
  return null;
}

interface NotFetchedProps {
  announced?: boolean;
  onRetry: () => void;
  children: string;
}

/** A failed fetch, with a button that tries again. */
export function NotFetched({ announced, onRetry, children }: NotFetchedProps) {
  const text = useText();
  return (
    <div role={announced ? undefined : 'alert'} className="panel items-center pb-8">
      <Empty>{children}</Empty>
      <Button variant="line" onClick={onRetry}>
        {text('admin.retry')}
      </Button>
    </div>
  );
}

/** Below a list that comes page by page, as long as there's more of it. */
export function MoreButton({ pages }: { pages: UseInfiniteQueryResult }) {
  const text = useText();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  if (!hasNextPage) return null;
  return (
    <div className="mt-4 grid justify-items-center">
      <Button
        variant="line"
        busyLabel={isFetchingNextPage ? text('admin.loading') : undefined}
        onClick={() => void fetchNextPage()}
      >
        {text('admin.more')}
      </Button>
    </div>
  );
}

/** A placeholder the size of the coming content, so nothing shifts when it arrives. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />;
}

/** Shown by a panel that has nothing to show: a dark window and one sentence. */
export function Empty({ children }: { children: string }) {
  return (
    <div className="grid justify-items-center gap-3.5 px-2 pt-8 pb-5 text-center text-text-2">
      <svg width="54" height="70" viewBox="0 0 54 70" fill="none" aria-hidden="true">
        <path d="M4 2h46v58H4zM4 20h46M27 2v18" fill="var(--color-night)" stroke="#3a4d45" strokeWidth="3" />
        <path d="M0 61h54v6H0z" fill="#3a4742" />
      </svg>
      <p>{children}</p>
    </div>
  );
}
