import { Suspense, useEffect, type ReactNode } from 'react';
import { LoadBoundary } from '../ui/load-boundary';
import { LoadFailure } from '../ui/load-failure';
import type { Page } from './paths';

/** Where a frame has its screen, which comes in a file of its own. */
export function ScreenPlace({ page, children }: { page: Page; children: ReactNode }) {
  return (
    <LoadBoundary place={page.path} fallback={<LoadFailure />}>
      <Suspense>
        {children}
        <TellAlive />
      </Suspense>
    </LoadBoundary>
  );
}

/** Mounted with the screen beside it: whoever pressed one of its buttons too early (start.ts) is heard now. */
function TellAlive() {
  useEffect(() => {
    document.dispatchEvent(new Event('alive'));
  }, []);
  return null;
}
