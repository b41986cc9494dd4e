import { use, type ComponentType } from 'react';

const loaders = new Set<() => Promise<void>>();

/**
 * A part whose code comes with its first use: windows and tooltips weigh more than most screens, and many visits never open one.
 * Suspends while it loads; what is loaded renders at once.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & { preload: () => void } {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const start = () => {
    loading ??= load().then((Part) => { Loaded = Part; }, (error: unknown) => {
      // Kept for the render that shows the failure; the next one tries anew.
      setTimeout(() => { loading = undefined; });
      throw error;
    });
    return loading;
  };
  loaders.add(start);

  function LazyPart(props: Props) {
    if (Loaded === undefined) use(start());
    if (Loaded === undefined) return null;
    return <Loaded {...props} />;
  }
  return Object.assign(LazyPart, { preload: () => { start().catch(() => {}); } });
}

/** For tests: nothing is late any more. */
export async function loadAllParts(): Promise<void> {
  await Promise.all(Array.from(loaders, (start) => start()));
}
