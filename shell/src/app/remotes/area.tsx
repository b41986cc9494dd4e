import type { RemoteRelease } from '@pagecast/api/contract';
import { Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import { Skeleton, type HostApi } from '../../kit/index.ts';
import { focusHeadingOf } from '../frame/use-heading-focus.ts';
import { AreaBoundary } from './area-boundary.tsx';
import { NewVersionBar, TakenPageBar } from './new-version-bar.tsx';
import type { RemoteLoader } from './remote-loader.ts';

/** One remote's screen, with everything that can go wrong in it kept inside. */
export function Area({ release, path, label, host, loader }: {
  release: RemoteRelease; path: string; label: string; host: HostApi; loader: RemoteLoader;
}) {
  // What this visit shows. A newer one is offered, never put under somebody's hands; the next visit begins with it.
  const [shown, setShown] = useState(release);
  // Above the boundary that suspends: a new visit starts with a new try, a re-render does not.
  const [attempt, setAttempt] = useState(() => {
    loader.forgetFailure(release);
    return 0;
  });
  // What was pressed is gone with what it stood on.
  useEffect(() => (attempt === 0 ? undefined : focusHeadingOf(document.querySelector('main') ?? document.body)), [attempt]);
  const start = () => {
    setShown(release);
    setAttempt(attempt + 1);
  };
  const handleRetry = () => {
    loader.forget(release);
    start();
  };
  const handleError = (error: unknown) => {
    if (loader.tellBroken(shown, error)) setAttempt(attempt + 1);
  };
  return (
    <>
      {shown.version !== release.version && (release.paths.includes(path) ? <NewVersionBar label={label} notify={host.notify} onShow={start} /> : <TakenPageBar label={label} />)}
      <AreaBoundary key={attempt} label={label} onRetry={handleRetry} onError={handleError}>
        <Suspense fallback={<AreaLoading label={label} />}>
          <AreaScreen release={shown} path={path} host={host} loader={loader} />
        </Suspense>
      </AreaBoundary>
    </>
  );
}

function AreaScreen({ release, path, host, loader }: { release: RemoteRelease; path: string; host: HostApi; loader: RemoteLoader }) {
  const Screen = use(loader.load(release))[path];
  useLayoutEffect(() => loader.show(release), [loader, release]);
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
