// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusHeadingOf } from './use-heading-focus.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function arriveLate(meanwhile: () => void): Promise<string> {
  document.body.innerHTML = '<a href="/history">Post History</a><main></main>';
  const main = document.querySelector('main');
  if (main === null) throw new Error('There is no main');
  document.querySelector('a')?.focus();
  const stop = focusHeadingOf(main);
  vi.advanceTimersByTime(60_000);
  meanwhile();
  main.innerHTML = '<h1>Post History</h1>';
  // Changes of a page are told after the task that makes them.
  await Promise.resolve();
  stop();
  return document.activeElement?.tagName ?? '';
}

test('a heading takes the focus however late it comes', async () => {
  expect(await arriveLate(() => {})).toBe('H1');
});

test('who acts before that keeps the focus where they are', async () => {
  const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  expect(await arriveLate(press)).toBe('A');
});
