import { use, type ComponentType } from 'react';

const loaders = new Set<() => Promise<unknown>>();

/**
 * A part whose code comes with its first use: windows and tooltips weigh more than most screens, and many visits never open one.
 * Suspends while it loads; what is loaded renders at once.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & { preload: () => void } {
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    if (loading !== undefined) return loading;
    const started = load();
    started.then((Part) => {
      // By these React knows what a promise holds without waiting for it once more.
      void Object.assign(started, { status: 'fulfilled', value: Part });
    }, () => {
      // Kept for the render that shows the failure; the next one tries anew.
      setTimeout(() => { loading = undefined; });
    });
    loading = started;
    return started;
  };
  loaders.add(start);

  function LazyPart(props: Props) {
    const Loaded = use(start());
    return <Loaded {...props} />;
  }
  return Object.assign(LazyPart, { preload: () => { start().catch(() => {}); } });
}

/** For tests: nothing is late any more. */
export async function loadAllParts(): Promise<void> {
  await Promise.all(Array.from(loaders, (start) => start()));
}
