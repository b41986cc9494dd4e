import { Component, Suspense, type ReactNode } from 'react';

/** A line that was cut, or a server that starts again, is back after some seconds. */
export const AGAIN_MS = 5000;

interface LateProps {
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * A late part (`lazyPart`) of something that goes on without it. `fallback` stands in its place until its code is
 * there, also where that fails to come: then it is tried again for as long as it is wanted, and what stands around it
 * stays.
 */
export class Late extends Component<LateProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  #again: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.#again = setTimeout(() => this.setState({ hasFailed: false }), AGAIN_MS);
  }

  override componentWillUnmount() {
    clearTimeout(this.#again);
  }

  override render() {
    const { fallback = null, children } = this.props;
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
