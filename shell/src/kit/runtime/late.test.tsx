import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AGAIN_MS, Late } from './late.tsx';
import { lazyPart } from './lazy-part.tsx';
import '../testing.tsx';

afterEach(() => {
  vi.useRealTimers();
});

test('a part that does not come leaves what stands around it, and is there once its code can be had', async () => {
  vi.useFakeTimers();
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  let isDown = true;
  const Part = lazyPart(async () => {
    if (isDown) throw new Error('Loading chunk 7 failed');
    return () => <p>There</p>;
  });
  await act(async () =>
    render(
      <>
        <p>Around it</p>
        <Late fallback={<p>In its place</p>}>
          <Part />
        </Late>
      </>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(AGAIN_MS));
  expect([screen.queryByText('Around it'), screen.queryByText('In its place')]).not.toContain(null);
  isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(AGAIN_MS));
  expect([screen.queryByText('Around it'), screen.queryByText('There')]).not.toContain(null);
  complaint.mockRestore();
});
