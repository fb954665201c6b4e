import { useText } from '../i18n/use-text';
import { Button } from './button';
import { Spinner } from './icons';

/** Stands where something is being fetched for the first time. */
export function Fetching({ children }: { children: string }) {
  return (
    <p role="status" className="panel flex-row items-center gap-3 text-text-2">
      <Spinner />
      {children}
    </p>
  );
}

/** Stands where something could not be fetched, and offers to try again. */
export function NotFetched({ children, onRetry }: { children: string; onRetry: () => void }) {
  const text = useText();
  return (
    <div role="alert" className="panel items-center pb-8">
      <Empty>{children}</Empty>
      <Button variant="line" type="button" onClick={onRetry}>
        {text('admin.retry')}
      </Button>
    </div>
  );
}

/** Stands where something is being fetched, in the same room, so that nothing shifts when it comes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />;
}

/** What a panel says when it has nothing to show: a dark window and one sentence. */
export function Empty({ children }: { children: string }) {
  return (
    <div className="grid justify-items-center gap-3.5 px-2 pt-8 pb-5 text-center text-text-2">
      <svg width="54" height="70" viewBox="0 0 54 70" fill="none" aria-hidden="true">
        <path d="M4 2h46v58H4z" fill="#0a110f" stroke="#3a4d45" strokeWidth="3" />
        <path d="M4 20h46M27 2v18" stroke="#3a4d45" strokeWidth="3" />
        <path d="M0 61h54v6H0z" fill="#3a4742" />
      </svg>
      <p>{children}</p>
    </div>
  );
}
