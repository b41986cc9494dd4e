import { Component, use, type ComponentType } from 'react';

const loaders = new Set<() => Promise<unknown>>();
/** So long a failure waits for somebody to see it. */
const FAILURE_IS_NEWS_MS = 5000;

/** Failures of `load`, as opposed to those of what it brought. */
const missing = new WeakSet<object>();
export const hasNotCome = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missing.has(error);

type Outcome<Props> = { Part: ComponentType<Props> } | { error: unknown };

/**
 * A part whose code comes with its first use: windows and tooltips weigh more than most screens, and many visits never
 * open one.
 * Suspends while it loads; what is loaded renders at once. One try, whose failure goes to the boundary above; the
 * render after that is a new try.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { preload: () => void } {
  let loading: Promise<Outcome<Props>> | undefined;
  let failedAt: number | undefined;
  const forget = () => {
    loading = undefined;
    failedAt = undefined;
  };
  const start = () => {
    // Nobody was there to see it.
    if (failedAt !== undefined && performance.now() - failedAt > FAILURE_IS_NEWS_MS) forget();
    if (loading !== undefined) return loading;
    const started = load().then<Outcome<Props>, Outcome<Props>>(
      (Part) => ({ Part }),
      (error: unknown) => {
        failedAt = performance.now();
        if (typeof error === 'object' && error !== null) missing.add(error);
        return { error };
      },
    );
    // By these React knows what a promise holds without waiting for it once more.
    void started.then((outcome) => Object.assign(started, { status: 'fulfilled', value: outcome }));
    loading = started;
    return started;
  };
  loaders.add(start);

  function LazyPart(props: Props) {
    const outcome = use(start());
    return 'Part' in outcome ? <outcome.Part {...props} /> : <Failure error={outcome.error} onGone={forget} />;
  }
  return Object.assign(LazyPart, {
    preload: () => {
      void start();
    },
  });
}

/**
 * Throws once it is in the page, and is gone when the boundary above shows the error: what comes then is a new try, and
 * nothing before it.
 * React renders an error twice before it shows it, with pauses, and calls components once more to name them in the
 * stack.
 */
class Failure extends Component<{ error: unknown; onGone: () => void }> {
  #isInPage = false;

  override componentDidMount() {
    this.#isInPage = true;
    this.forceUpdate();
  }

  override componentWillUnmount() {
    this.props.onGone();
  }

  override render() {
    if (this.#isInPage) throw this.props.error;
    return null;
  }
}

/** For tests: nothing is late any more. */
export async function loadAllParts(): Promise<void> {
  await Promise.all(Array.from(loaders, (start) => start()));
}
