import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of the children; null where nobody would miss them. */
  fallback: ReactNode;
  /** Another place is another try. */
  place?: string;
  children: ReactNode;
}

/** Contains a failure to load (a screen's chunk, its texts), which would otherwise take the whole page down. */
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
