import { Suspense, type ReactNode } from 'react';
import { Awake } from '../../ui/awake';
import { LoadBoundary } from '../../ui/load-boundary';
import { LoadFailure } from '../../ui/load-failure';
import type { Page } from './paths';

/** The place in a frame for its screen, which loads from its own file: `#content` is asleep until then. */
export function ScreenSlot({ page, children }: { page: Page; children: ReactNode }) {
  return (
    <LoadBoundary
      place={page.path}
      fallback={
        <>
          <LoadFailure />
          <Awake id="content" />
        </>
      }
    >
      <Suspense>
        {children}
        <Awake id="content" />
      </Suspense>
    </LoadBoundary>
  );
}
