import { useText } from '../i18n/use-text';
import { Button } from './button';
import { Empty } from './empty';
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
