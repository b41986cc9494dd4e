import type { RemoteRelease } from '@pagecast/api/contract';
import {
  Suspense,
  use,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { Skeleton, type HostApi } from '../../kit/index.ts';
import { PATIENCE_MS } from '../../kit/runtime/patience.ts';
import { forgetOpen, rememberOpen } from '../visits/left-open.ts';
import { focusHeadingOf } from '../browser/use-heading-focus.ts';
import { AreaBoundary } from './area-boundary.tsx';
import { clearLeftBehind } from './left-behind.ts';
import { LeavingBoundary } from './leaving-boundary.tsx';
import { NewVersionBar, TakenPageBar } from './new-version-bar.tsx';
import type { RemoteLoader } from './remote-loader.ts';

interface AreaProps {
  release: RemoteRelease;
  path: string;
  label: string;
  host: HostApi;
  loader: RemoteLoader;
}

/** One remote's screen, with everything that can go wrong in it kept inside. */
export function Area({ release, path, label, host, loader }: AreaProps) {
  // What this visit shows. A newer one is offered, never put under somebody's hands; the next visit begins with it.
  const [shown, setShown] = useState(release);
  // Above the boundary that suspends: a new visit starts with a new try, a re-render does not.
  const [attempt, setAttempt] = useState(() => {
    loader.forgetFailure(release);
    // Before any of its code runs.
    rememberOpen(release);
    return 0;
  });
  // Across all tries that nobody asked for, so that they have one patience together.
  const waitEndsAt = useRef<number | null>(null);
  // What was pressed is gone with what it stood on.
  useEffect(
    () => (attempt === 0 ? undefined : focusHeadingOf(document.querySelector('main') ?? document.body)),
    [attempt],
  );
  useEffect(() => () => forgetOpen(release.name), [release.name]);
  // Before what comes next has put anything there.
  useLayoutEffect(() => clearLeftBehind, []);
  const [isBroken, setIsBroken] = useState(false);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const start = () => {
    waitEndsAt.current = null;
    setIsBroken(false);
    rememberOpen(release);
    setShown(release);
    setAttempt(attempt + 1);
  };
  const handleRetry = () => {
    loader.forget(release);
    start();
  };
  const handleError = (error: unknown) => {
    if (loader.reportBroken(shown, error, endOf(waitEndsAt))) setAttempt(attempt + 1);
    else setIsBroken(true);
  };
  // Nobody works on a screen that broke: what is released in its place, or taken back, comes at once.
  const isReplaced = isBroken && shown.version !== release.version && release.paths.includes(path);
  useEffect(() => {
    if (isReplaced) start();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once for each version that takes its place.
  }, [isReplaced]);
  const waiting = { release: shown, loader, waitEndsAt };
  return (
    <>
      {shown.version !== release.version &&
        (release.paths.includes(path) ? (
          <NewVersionBar label={label} notify={host.notify} onShow={start} />
        ) : (
          <TakenPageBar label={label} />
        ))}
      <LeavingBoundary place={attempt} label={label} release={shown} onError={loader.reportLeft}>
        <AreaBoundary key={attempt} label={label} onRetry={handleRetry} onError={handleError}>
          <Suspense fallback={<AreaLoading {...waiting} label={label} onArrival={drawAgain} />}>
            <AreaScreen {...waiting} path={path} host={host} />
          </Suspense>
        </AreaBoundary>
      </LeavingBoundary>
    </>
  );
}

/**
 * The wait is over, whatever is still on its way: what a screen needs that itself came late has less time. `reason` is
 * for people.
 */
class TooLateError extends Error {
  override readonly name = 'TooLateError';
  readonly reason = "It took too long to load. Other areas aren't affected.";
}

/** When the wait ends that somebody is in, by `performance.now()`; null while the screen is there. */
type WaitEnd = RefObject<number | null>;
const endOf = (waitEndsAt: WaitEnd) => (waitEndsAt.current ??= performance.now() + PATIENCE_MS);

function AreaScreen({
  release,
  path,
  host,
  loader,
  waitEndsAt,
}: {
  release: RemoteRelease;
  path: string;
  host: HostApi;
  loader: RemoteLoader;
  waitEndsAt: WaitEnd;
}) {
  const Screen = use(loader.load(release))[path];
  // Before anything in it is measured.
  useInsertionEffect(() => {
    loader.show(release);
    return () => loader.hide(release);
  }, [loader, release]);
  useLayoutEffect(() => {
    // What breaks as it appears is gone by then.
    const timer = setTimeout(() => {
      loader.reportSeen(release);
      waitEndsAt.current = null;
    });
    return () => clearTimeout(timer);
  }, [loader, release, waitEndsAt]);
  if (Screen === undefined) throw new Error(`${release.name} has no screen for ${path}`);
  return <Screen host={host} />;
}

/**
 * Appears only after a moment, so that an area already on its way shows no flash.
 * @throws TooLateError
 */
function AreaLoading({
  release,
  label,
  loader,
  waitEndsAt,
  onArrival,
}: Pick<AreaProps, 'release' | 'label' | 'loader'> & { waitEndsAt: WaitEnd; onArrival: () => void }) {
  const [isOver, setIsOver] = useState(false);
  // React itself shows what comes in the place of this only 300 ms after it began, an update by somebody else at once.
  useEffect(() => {
    let isHere = true;
    const tell = () => {
      if (isHere) onArrival();
    };
    loader.load(release).then(tell, tell);
    return () => {
      isHere = false;
    };
  }, [loader, release, onArrival]);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), endOf(waitEndsAt) - performance.now());
    return () => clearTimeout(timer);
  }, [waitEndsAt]);
  if (isOver) throw new TooLateError(`${label} didn't load`);
  return (
    <div className="animate-late" aria-busy="true">
      <span className="sr-only">Loading {label}</span>
      <Skeleton className="mb-6 h-8 w-56" />
      <Skeleton rows={4} />
    </div>
  );
}
