import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { RemoteRelease } from '@pagecast/api/contract';
import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HostApi, Remote } from '../../kit/index.ts';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import { memoryRouter } from '../../kit/runtime/memory-router.tsx';
import { CURRENT_VERSION_MS, LATE_PART_MS } from '../../kit/runtime/patience.ts';
import { someUser } from '../../kit/testing.tsx';
import { Area } from './area.tsx';
import { buildRelease, previousRelease } from './build-release.ts';
import { loaderOf } from './loader-of.ts';

const release = buildRelease();
const host: HostApi = { version: 1, user: someUser, router: memoryRouter('/history').seam, notify: () => {} };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A page with one area and something beside it. Each try of the remote takes the next answer; the last one stays. */
async function show(answers: (Remote | Error)[], path = '/history', first = release) {
  let current = first;
  const toasts: string[] = [];
  const load = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next === undefined || next instanceof Error) throw next ?? new Error('No answer left');
    return { remote: next };
  });
  const loader = loaderOf(load);
  const page = () => (
    <>
      <p>The rest of the page</p>
      <Area
        release={current}
        path={path}
        label="Post History"
        host={{
          ...host,
          notify: ({ title }) => {
            toasts.push(title);
          },
        }}
        loader={loader}
      />
    </>
  );
  // Awaited, because what suspends goes on only inside `act`.
  const { rerender, unmount } = await act(async () => render(page()));
  const publish = (version: string) => {
    current = buildRelease({ version, manifestUrl: `/remotes/mf_history/${version}/mf-manifest.json` });
    return act(async () => rerender(page()));
  };
  return {
    load,
    toasts,
    publish,
    rerender: () => act(async () => rerender(page())),
    leave: unmount,
    comeBack: () =>
      act(async () => {
        render(page());
      }),
  };
}

test('what an area puts into the page beside its screen goes with it, and nothing else does', async () => {
  const put = (text: string) => {
    const note = document.createElement('p');
    note.textContent = text;
    document.querySelector('main')?.append(note);
    return note;
  };
  function Writing() {
    useEffect(() => {
      put('Left behind');
      const own = put('Cleared away');
      return () => {
        document.querySelector('main')?.removeChild(own);
      };
    }, []);
    return <h1>Writing</h1>;
  }
  const loader = loaderOf(async () => ({ remote: { '/history': Writing } }));
  const page = (isThere: boolean) => (
    <main>
      <div data-screen>
        <p>The rest of the page</p>
        {isThere && <Area release={release} path="/history" label="Post History" host={host} loader={loader} />}
      </div>
    </main>
  );
  const { rerender } = await act(async () => render(page(true)));
  expect(screen.getByRole('main').textContent).toBe('The rest of the pageWritingLeft behindCleared away');
  await act(async () => rerender(page(false)));
  put('Of what came next');
  await vi.waitFor(() => expect(screen.getByRole('main').textContent).toBe('The rest of the pageOf what came next'));
});

const tryAgain = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  });

const working: Remote = { '/history': ({ host: given }) => <h1>History of {given.user.firstName}</h1> };
const breaking: Remote = {
  '/history': () => {
    throw new TypeError('posts is undefined');
  },
};

test("the remote's screen for the path appears, with the host handed to it", async () => {
  await show([working]);
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a remote that is here already shows at once, with nothing in its place before', async () => {
  const loader = loaderOf(async () => ({ remote: working }));
  await loader.load(release);
  render(<Area release={release} path="/history" label="Post History" host={host} loader={loader} />);
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a remote is known to be on the screen from before anything in it is measured until it is left', async () => {
  const seen: string[] = [];
  const Measured = () => {
    useLayoutEffect(() => {
      seen.push('measured');
    });
    return <h1>History</h1>;
  };
  const loader = loaderOf(async () => ({ remote: { '/history': Measured } }), {
    show: (name) => seen.push(`${name} is shown`),
    hide: (name) => seen.push(`${name} is left`),
  });
  await loader.load(release);
  const { unmount } = render(
    <Area release={release} path="/history" label="Post History" host={host} loader={loader} />,
  );
  expect(seen).toEqual(['mf_history is shown', 'measured']);
  unmount();
  expect(seen.at(-1)).toBe('mf_history is left');
});

test('a remote that cannot be loaded costs its own area only, and comes back by Try again', async () => {
  const { load } = await show([new Error('down'), working]);
  const card = screen.getByRole('alert');
  expect(card.textContent).toContain("Post History isn't available");
  expect(card.textContent).toContain("We couldn't load its files. Other areas aren't affected.");
  expect(screen.getByText('The rest of the page')).toBeDefined();

  await tryAgain();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'History of Mina' }));
  expect(load).toHaveBeenCalledTimes(2);
});

test('a try that fails again shows the card again', async () => {
  const { load } = await show([new Error('down')]);
  await tryAgain();
  expect(screen.getByRole('heading', { name: "Post History isn't available" })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a screen that fails while it renders stays inside its area, and tells nothing of the program', async () => {
  await show([breaking, working]);
  const card = screen.getByRole('alert');
  expect(card.textContent).toContain("Something went wrong in this area. Other areas aren't affected.");
  expect(card.textContent).not.toContain('undefined');
  expect(screen.getByText('The rest of the page')).toBeDefined();

  await tryAgain();
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a version that fails before anybody saw it gives its place to the one before', async () => {
  await show([breaking, working], '/history', buildRelease({ previous: previousRelease }));
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

const failingAsItAppears: Remote = { '/history': FailingAsItAppears };
function FailingAsItAppears() {
  useLayoutEffect(() => {
    throw new Error('no such element');
  });
  return <h1>Half a history</h1>;
}

const failingByAClick: Remote = { '/history': FailingByAClick };
function FailingByAClick() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('broken by a click');
  return (
    <button type="button" onClick={() => setIsBroken(true)}>
      Break
    </button>
  );
}

test('so does one that fails as it appears, and not one that was seen to work', async () => {
  await show([failingAsItAppears, working], '/history', buildRelease({ previous: previousRelease }));
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  cleanup();

  await show([failingByAClick, working], '/history', buildRelease({ previous: previousRelease }));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Break' }));
  });
  expect(screen.getByRole('heading', { name: "Post History isn't available" })).toBeDefined();
});

test('where both fail, the area says so, and another try begins with the newest', async () => {
  const { load } = await show([breaking, breaking, working], '/history', buildRelease({ previous: previousRelease }));
  screen.getByRole('alert');
  expect(load).toHaveBeenCalledTimes(2);
  await tryAgain();
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a remote without a screen for the path is told like any other failure', async () => {
  await show([working], '/elsewhere');
  expect(screen.getByRole('heading', { name: "Post History isn't available" })).toBeDefined();
});

test('drawing the page again asks for nothing again', async () => {
  const { load, rerender } = await show([new Error('down')]);
  screen.getByRole('alert');
  await rerender();
  await rerender();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a new visit after a failure is a new try', async () => {
  const { load, leave, comeBack } = await show([new Error('down'), working]);
  screen.getByRole('alert');
  leave();
  await comeBack();
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

const newer: Remote = { '/history': () => <h1>The new history</h1> };

test('a version that is released meanwhile is offered, and comes when it is asked for', async () => {
  const { publish } = await show([working, newer]);
  await publish('3');
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain('There is a new version of Post History.');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Show it' }));
  });
  expect(screen.getByRole('heading', { name: 'The new history' })).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a screen that broke gives its place to the version that takes its place, unasked', async () => {
  const { publish } = await show([breaking, working]);
  expect(screen.getByRole('alert').textContent).toContain("Post History isn't available");
  await publish('0.9.0');
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});

test('it never comes under a form that holds unsaved work', async () => {
  const { publish, toasts } = await show([working, newer]);
  const guard = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', guard);
  await publish('3');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Show it' }));
  });
  expect([screen.queryByRole('heading', { name: 'The new history' }), toasts]).toEqual([
    null,
    ['You have unsaved changes'],
  ]);
  window.removeEventListener('beforeunload', guard);
});

test('a new visit begins with the newest version, without asking', async () => {
  const { publish, leave, comeBack } = await show([working, newer]);
  await publish('3');
  leave();
  await comeBack();
  expect(screen.getByRole('heading', { name: 'The new history' })).toBeDefined();
});

/** A screen that needs a part only later. */
function growing(part: { current: ComponentType | null }): Remote {
  return {
    '/history': function Growing() {
      const [isMore, setIsMore] = useState(false);
      return (
        <>
          <h1>The history</h1>
          <button type="button" onClick={() => setIsMore(true)}>
            More
          </button>
          {isMore && part.current !== null && <part.current />}
        </>
      );
    },
  };
}

describe('whatever keeps an area away, its card stands within nine seconds', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const withPrevious = buildRelease({ previous: previousRelease });
  const never = () => new Promise<never>(() => {});
  const after =
    <Value,>(ms: number, make: () => Value) =>
    () =>
      new Promise<Value>((resolve) => {
        setTimeout(() => resolve(make()), ms);
      });
  /** As the bundler does with a chunk that does not come. */
  const lateFailure = () =>
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('Loading chunk 7 failed')), LATE_PART_MS);
    });
  const lateScreen = (load: () => Promise<ComponentType<{ host: HostApi }>>) => (): Remote => ({
    '/history': lazyPart(load),
  });
  const LateHistory = () => <h1>The late history</h1>;

  /** Opens the area and lets time pass. @returns after how many milliseconds the card or the screen stood there */
  async function wait(first: RemoteRelease, ...tries: (() => Promise<Remote>)[]) {
    const load = async () => ({ remote: await (tries.shift() ?? never)() });
    const loader = loaderOf(load, { phaseOf: () => 'module' });
    await act(async () => {
      render(<Area release={first} path="/history" label="Post History" host={host} loader={loader} />);
    });
    const startedAt = performance.now();
    while (screen.queryByRole('heading') === null && performance.now() - startedAt < 30_000)
      await act(() => vi.advanceTimersByTimeAsync(100));
    return { afterMs: performance.now() - startedAt, title: screen.queryByRole('heading')?.textContent };
  }

  test.each<[string, RemoteRelease, (() => Promise<Remote>)[]]>([
    ['it never comes', release, [never]],
    ['neither it nor the version before ever comes', withPrevious, [never, never]],
    ['it comes late, and then a part of its screen never', release, [after(5000, lateScreen(lateFailure))]],
    ['a part of its screen never comes', release, [after(100, lateScreen(lateFailure))]],
    [
      'a part of its screen never comes, nor does the version before',
      withPrevious,
      [after(100, lateScreen(lateFailure)), never],
    ],
    [
      'it comes late, a part of its screen never, nor does the version before',
      withPrevious,
      [after(5000, lateScreen(lateFailure)), never],
    ],
    [
      'it never comes, and of the version before a part of the screen never',
      withPrevious,
      [never, after(2000, lateScreen(lateFailure))],
    ],
    ['part after part of its screen hangs without an end', release, [after(100, lateScreen(never))]],
  ])('where %s', async (_, first, tries) => {
    const { afterMs, title } = await wait(first, ...tries);
    expect(title).toBe("Post History isn't available");
    expect(afterMs).toBeLessThan(9000);
  });

  test.each<[string, RemoteRelease, (() => Promise<Remote>)[], number]>([
    [
      'its files',
      release,
      [
        after(
          5000,
          lateScreen(async () => LateHistory),
        ),
      ],
      5000,
    ],
    ['a part of its screen', release, [after(100, lateScreen(after(5000, () => LateHistory)))], 5100],
    [
      'the version before',
      withPrevious,
      [
        never,
        after(
          2500,
          lateScreen(async () => LateHistory),
        ),
      ],
      CURRENT_VERSION_MS + 2500,
    ],
    [
      'the version before, after a part that never came',
      withPrevious,
      [
        after(100, lateScreen(lateFailure)),
        after(
          1500,
          lateScreen(async () => LateHistory),
        ),
      ],
      LATE_PART_MS + 1600,
    ],
  ])('but what is merely slow is waited for: %s', async (_, first, tries, ms) => {
    expect(await wait(first, ...tries)).toEqual({ afterMs: ms, title: 'The late history' });
  });

  test('who asks for another try waits for it as long', async () => {
    await wait(
      release,
      never,
      after(5000, () => working),
    );
    await tryAgain();
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  });

  test('a screen that was there has its patience again', async () => {
    const Part = { current: null as ComponentType | null };
    await wait(
      release,
      after(4000, () => growing(Part)),
    );
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    Part.current = lazyPart(after(5000, () => () => <p>More of it</p>));
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'More' }));
    });
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(screen.getByText('More of it')).toBeDefined();
  });
});
