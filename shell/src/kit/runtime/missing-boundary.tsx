import { Component, Suspense, type ReactNode } from 'react';
import { hasNotCome } from './lazy-part.tsx';

interface Props {
  /** In its place until it is there. */
  fallback?: ReactNode;
  onMissing: () => void;
  children: ReactNode;
}

/** Waits for late parts (`lazyPart`) and takes what did not come; every other error belongs to the boundary above. */
export class MissingBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (hasNotCome(error)) this.props.onMissing();
  }

  override render() {
    const { error } = this.state;
    const { fallback = null, children } = this.props;
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (hasNotCome(error)) return null;
    throw error;
  }
}
