import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, Suspense, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';
import '../testing.tsx';

class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? (
      <button type="button" onClick={() => this.setState({ hasFailed: false })}>
        Again
      </button>
    ) : (
      this.props.children
    );
  }
}

test('a part is fetched at its first use, once', async () => {
  const load = vi.fn(async () => ({ name }: { name: string }) => <p>Hello {name}</p>);
  const Part = lazyPart(load);
  expect(load).not.toHaveBeenCalled();
  await act(async () =>
    render(
      <Suspense fallback="Wait">
        <Part name="A" />
        <Part name="B" />
      </Suspense>,
    ),
  );
  expect(screen.getByText('Hello A')).toBeTruthy();
  expect(screen.getByText('Hello B')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('a part that was fetched ahead shows without waiting', async () => {
  const Part = lazyPart(async () => () => <p>There</p>);
  Part.preload();
  await Promise.resolve();
  await Promise.resolve();
  render(
    <Suspense fallback="Wait">
      <Part />
    </Suspense>,
  );
  expect(screen.getByText('There')).toBeTruthy();
});

test('a part that could not be fetched is fetched anew by the next try', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  let isDown = true;
  const Part = lazyPart(async () => {
    if (isDown) throw new Error('Loading chunk 7 failed');
    return () => <p>There</p>;
  });
  await act(async () =>
    render(
      <Boundary>
        <Suspense fallback="Wait">
          <Part />
        </Suspense>
      </Boundary>,
    ),
  );
  isDown = false;
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Again' }));
  });
  expect(screen.getByText('There')).toBeTruthy();
  complaint.mockRestore();
});

test('a failure is shown however late React comes to it, and is not tried again and again meanwhile', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => {
    throw new Error('Loading chunk 7 failed');
  });
  const Part = lazyPart(load);
  Part.preload();
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  await act(async () =>
    render(
      <Boundary>
        <Suspense fallback="Wait">
          <Part />
        </Suspense>
      </Boundary>,
    ),
  );
  expect(screen.getByRole('button', { name: 'Again' })).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
  complaint.mockRestore();
});

/** Takes longer than React works without a pause. */
function Slow() {
  const until = performance.now() + 8;
  while (performance.now() < until);
  return null;
}

test('a failure is shown at the first try also where React pauses while it renders it', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(
    () =>
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('Loading chunk 7 failed')), 20);
      }),
  );
  const Part = lazyPart(load);
  class SlowBoundary extends Boundary {
    override render() {
      return this.state.hasFailed ? (
        <>
          <Slow />
          <Slow />
          <Slow />
          <p>Not available</p>
        </>
      ) : (
        this.props.children
      );
    }
  }
  // As in a browser: `act` would render everything at one go.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <SlowBoundary>
      <Suspense fallback="Wait">
        <Part />
      </Suspense>
    </SlowBoundary>,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('Not available'), 60_000);
  expect(load).toHaveBeenCalledOnce();
  root.unmount();
  vi.unstubAllGlobals();
  complaint.mockRestore();
});

test('a part keeps its state while the properties change', async () => {
  const Part = lazyPart(async () => ({ name }: { name: string }) => {
    const [count, setCount] = useState(0);
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {name} {count}
      </button>
    );
  });
  const view = await act(async () =>
    render(
      <Suspense fallback="Wait">
        <Part name="A" />
      </Suspense>,
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'A 0' }));
  view.rerender(
    <Suspense fallback="Wait">
      <Part name="B" />
    </Suspense>,
  );
  expect(screen.getByRole('button', { name: 'B 1' })).toBeTruthy();
});
