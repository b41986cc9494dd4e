import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from './toast-store.ts';

const saved = { tone: 'default', title: 'Settings saved' } as const;
const failed = { tone: 'destructive', title: 'Publish Failed', description: 'Unknown error' } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a toast stays for five seconds', () => {
  const store = toastStore();
  store.notify(saved);
  vi.advanceTimersByTime(4999);
  expect(store.open()).toMatchObject(saved);
  vi.advanceTimersByTime(1);
  expect(store.open()).toBeNull();
});

test('a second toast takes the place of the first and has five seconds of its own', () => {
  const store = toastStore();
  store.notify(saved);
  vi.advanceTimersByTime(4000);
  store.notify(failed);
  expect(store.entries().filter(({ isOpen }) => isOpen)).toMatchObject([failed]);
  vi.advanceTimersByTime(4999);
  expect(store.open()).toMatchObject(failed);
  vi.advanceTimersByTime(1);
  expect(store.open()).toBeNull();
});

test('while it is looked at its time stands still, and goes on with what was left', () => {
  const store = toastStore();
  store.notify(saved);
  vi.advanceTimersByTime(3000);
  store.pause();
  vi.advanceTimersByTime(60_000);
  expect(store.open()).not.toBeNull();
  store.resume();
  vi.advanceTimersByTime(1999);
  expect(store.open()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(store.open()).toBeNull();
});

test('looking twice counts each second once', () => {
  const store = toastStore();
  store.notify(saved);
  for (const readMs of [1000, 2000]) {
    vi.advanceTimersByTime(1000);
    store.pause();
    store.pause();
    vi.advanceTimersByTime(readMs);
    store.resume();
    store.resume();
  }
  vi.advanceTimersByTime(2999);
  expect(store.open()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(store.open()).toBeNull();
});

test('a dismissed toast is kept for 1,000,000 ms and then removed', () => {
  const store = toastStore();
  store.notify(saved);
  store.dismiss();
  expect(store.open()).toBeNull();
  vi.advanceTimersByTime(999_999);
  expect(store.entries()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.entries()).toEqual([]);
});

test('listeners hear of a toast coming and going until they leave', () => {
  const store = toastStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.notify(saved);
  expect(listener).toHaveBeenCalled();
  listener.mockClear();
  vi.advanceTimersByTime(5000);
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  store.notify(failed);
  expect(listener).toHaveBeenCalledTimes(1);
});
