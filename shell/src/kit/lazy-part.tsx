import { use, type ComponentType } from 'react';

const loaders = new Set<() => Promise<unknown>>();
/** So long a failure waits for the render that shows it. */
const FAILURE_IS_NEWS_MS = 5000;

/**
 * A part whose code comes with its first use: windows and tooltips weigh more than most screens, and many visits never open one.
 * Suspends while it loads; what is loaded renders at once.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & { preload: () => void } {
  let loading: Promise<ComponentType<Props>> | undefined;
  let failedAt: number | undefined;
  const forget = () => {
    loading = undefined;
    failedAt = undefined;
  };
  const start = () => {
    // Nobody was there to see it.
    if (failedAt !== undefined && performance.now() - failedAt > FAILURE_IS_NEWS_MS) forget();
    if (loading !== undefined) return loading;
    const started = load();
    started.then((Part) => {
      // By these React knows what a promise holds without waiting for it once more.
      void Object.assign(started, { status: 'fulfilled', value: Part });
    }, () => { failedAt = performance.now(); });
    loading = started;
    return started;
  };
  const startForRender = () => {
    const started = start();
    // React renders a failure twice before it shows it, and on a busy machine late; the render after that is a new try.
    if (failedAt !== undefined) setTimeout(forget);
    return started;
  };
  loaders.add(start);

  function LazyPart(props: Props) {
    const Loaded = use(startForRender());
    return <Loaded {...props} />;
  }
  return Object.assign(LazyPart, { preload: () => { start().catch(() => {}); } });
}

/** For tests: nothing is late any more. */
export async function loadAllParts(): Promise<void> {
  await Promise.all(Array.from(loaders, (start) => start()));
}
