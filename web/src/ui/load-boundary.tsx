import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown in the children's place; null for what nobody misses. */
  fallback: ReactNode;
  /** Another place is another try. */
  place?: string;
  children: ReactNode;
}

/** Holds what fails to load (a chunk of a screen, its texts), which would otherwise take the whole page down. */
export class LoadBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** Where a popup is going to be, while its file is on its way: start.ts keeps what is typed for it. */
export function Opening() {
  return <span data-opening="" hidden />;
}
