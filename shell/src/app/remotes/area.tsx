import type { RemoteRelease } from '@pagecast/api/contract';
import { Component, Suspense, use, useState, type ErrorInfo, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Button, reasonOf, Skeleton, type HostApi } from '../../kit/index.ts';
import type { RemoteLoader } from './remote-loader.ts';

/** One remote's screen, with everything that can go wrong in it kept inside. */
export function Area({ release, path, label, host, loader }: {
  release: RemoteRelease; path: string; label: string; host: HostApi; loader: RemoteLoader;
}) {
  // Above the boundary that suspends: a new visit starts with a new try, a re-render does not.
  const [attempt, setAttempt] = useState(() => {
    loader.forgetFailure(release.name);
    return 0;
  });
  const handleRetry = () => {
    loader.forget(release.name);
    setAttempt(attempt + 1);
  };
  return (
    <AreaBoundary key={attempt} label={label} onRetry={handleRetry}>
      <Suspense fallback={<AreaLoading label={label} />}>
        <AreaScreen release={release} path={path} host={host} loader={loader} />
      </Suspense>
    </AreaBoundary>
  );
}

function AreaScreen({ release, path, host, loader }: { release: RemoteRelease; path: string; host: HostApi; loader: RemoteLoader }) {
  const Screen = use(loader.load(release))[path];
  if (Screen === undefined) throw new Error(`${release.name} has no screen for ${path}`);
  return <Screen host={host} />;
}

/** Appears only after a moment, so that an area already on its way shows no flash. */
function AreaLoading({ label }: { label: string }) {
  return (
    <div className="animate-late" aria-busy="true">
      <span className="sr-only">Loading {label}</span>
      <Skeleton className="mb-6 h-8 w-56" />
      <Skeleton rows={4} />
    </div>
  );
}

interface BoundaryProps { label: string; onRetry: () => void; children: ReactNode }

class AreaBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown') };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(`The area ${this.props.label} failed`, error, componentStack);
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <AreaProblem label={this.props.label} error={error} onRetry={this.props.onRetry} />;
  }
}

function AreaProblem({ label, error, onRetry }: { label: string; error: unknown; onRetry: () => void }) {
  return (
    <section role="alert" className="mx-auto mt-8 flex max-w-lg flex-col items-center gap-3 rounded-card border border-line bg-surface p-8 text-center">
      <TriangleAlert aria-hidden className="size-8 text-bad" />
      <h1 tabIndex={-1} className="text-xl font-semibold">{label} is not available</h1>
      <p className="text-ink-soft">{reasonOf(error, 'Something in this area went wrong. The other areas are not affected.')}</p>
      <Button variant="primary" onClick={onRetry}>Try again</Button>
    </section>
  );
}
