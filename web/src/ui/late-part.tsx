import { Component, Suspense, useEffect, type ReactNode } from 'react';
import { LoadFailure } from './load-failure';

interface Props {
  /** Id of the element around it, which has `data-asleep`. */
  id: string;
  /** After a failure, another place is another try. */
  place?: string;
  where?: 'screen' | 'part';
  children: ReactNode;
}

/** A part of the page that loads from its own file. It's asleep (start.ts) until it's here, or has failed to load. */
export function LatePart({ id, place = '', where = 'screen', children }: Props) {
  const failure = (
    <>
      <LoadFailure where={where} />
      <Awake id={id} />
    </>
  );
  return (
    <LoadBoundary place={place} fallback={failure}>
      <Suspense>
        {children}
        <Awake id={id} />
      </Suspense>
    </LoadBoundary>
  );
}

/** A popup that loads from its own file; the pointer says that it's on its way. `instead`: rendered if it fails to load. */
export function LatePopup({ instead, children }: { instead?: ReactNode; children: ReactNode }) {
  return (
    <LoadBoundary fallback={instead ?? <LoadFailure where="over" />}>
      <Suspense fallback={<span data-opening="" hidden />}>{children}</Suspense>
    </LoadBoundary>
  );
}

/** Something that nobody misses while it loads, or when it fails to. */
export function LateExtra({ children }: { children: ReactNode }) {
  return (
    <LoadBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </LoadBoundary>
  );
}

/** Mounted once the element with this id is hydrated, which then gets the events that start.ts kept for it. */
export function Awake({ id }: { id: string }) {
  useEffect(() => {
    document.getElementById(id)?.removeAttribute('data-asleep');
    document.dispatchEvent(new Event('awake'));
  }, [id]);
  return null;
}

interface BoundaryProps {
  /** Shown instead of the children; null where nobody would miss them. */
  fallback: ReactNode;
  /** Another place is another try. */
  place?: string;
  children: ReactNode;
}

/** Contains a failure to load (a screen's chunk, its texts), which would otherwise take the whole page down. */
export class LoadBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
