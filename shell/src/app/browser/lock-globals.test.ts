import { afterEach, expect, test, vi } from 'vitest';
import { keepDocument, lockGlobals } from './lock-globals.ts';

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

test('who writes to the document later does not empty it', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = '<main>Dashboard</main>';
  keepDocument(page);
  page.open();
  page.write('<p>An advertisement</p>');
  page.writeln('<p>Another</p>');
  expect(page.body.innerHTML).toBe('<main>Dashboard</main>');
  expect(warned).toHaveBeenCalledTimes(3);
});
