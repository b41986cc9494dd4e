import { TriangleAlert, WifiOff } from 'lucide-react';
import { Component, useEffect, useSyncExternalStore, type ErrorInfo, type ReactNode } from 'react';
import { Button, reasonOf } from '../../kit/index.ts';
import { isOnline, subscribeToNetwork } from '../browser/network.ts';

interface BoundaryProps {
  /** The name of the area, for its error card. */
  label: string;
  onRetry?: () => void;
  /** Hears of it once. */
  onError?: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps what goes wrong below it in its own place, as a card that says what happened and offers another try. */
export class AreaBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown') };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(`The area ${this.props.label} failed`, error, componentStack);
    this.props.onError?.(error);
  }

  readonly #retry = () => {
    this.props.onRetry?.();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    return error === undefined ? (
      this.props.children
    ) : (
      <AreaProblem label={this.props.label} error={error} onRetry={this.#retry} />
    );
  }
}

/** Without a connection that is why, and the area comes by itself once there is one. */
function AreaProblem({ label, error, onRetry }: { label: string; error: unknown; onRetry: () => void }) {
  const isOffline = !useSyncExternalStore(subscribeToNetwork, isOnline);
  // Also while it is not offline any more: that is rendered between this event's two listeners.
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  const Icon = isOffline ? WifiOff : TriangleAlert;
  return (
    <section
      role="alert"
      className="mx-auto mt-8 flex max-w-lg flex-col items-center gap-3 rounded-card border border-line bg-surface p-8 text-center"
    >
      <Icon aria-hidden className={isOffline ? 'size-8 text-warn' : 'size-8 text-bad'} />
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {isOffline ? 'You are offline' : `${label} isn't available`}
      </h1>
      <p className="text-ink-soft">
        {isOffline
          ? `${label} opens automatically when you're online again.`
          : reasonOf(error, "Something went wrong in this area. Other areas aren't affected.")}
      </p>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </section>
  );
}
