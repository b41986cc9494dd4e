import { afterEach, expect, test, vi } from 'vitest';
import { lockGlobals } from './lock-globals.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('what is put in place of a locked function is not taken, and whoever tries goes on', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  class History {
    address = '/';
    pushState(address: string) {
      this.address = address;
    }
  }
  const page = { history: new History() };
  lockGlobals(page.history, 'pushState');
  page.history.pushState = () => {};
  page.history.pushState('/history');
  expect(page.history.address).toBe('/history');
  expect(warned).toHaveBeenCalledTimes(1);
});
