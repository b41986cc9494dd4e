import { readStatus, type Status } from '@pagecast/api/contract';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, Refusal, serve } from '../../kit/testing.tsx';
import { noChanges, renderInShell } from '../testing.tsx';
import { setOutdated } from '../browser/outdated-page.ts';
import { Banners } from './banners.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  setOutdated(false);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const status = (isRunning: boolean): Status => ({
  loop: { isRunning, lastTickAt: '2026-11-21T08:00:00.000Z' },
  appMode: 'production',
});

async function show(reply: Status | Refusal, { isOverdue = false, isOnline = true } = {}) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const { calls } = serve([answer(readStatus, reply)]);
  await renderInShell(() => <Banners live={{ ...noChanges, isOverdue: () => isOverdue }} />);
  const before = calls.length;
  // The wait for an idle browser, then the call.
  for (let step = 0; step < 2; step += 1) await act(() => vi.advanceTimersByTimeAsync(3000));
  return { before, said: screen.queryAllByRole('alert').map((banner) => banner.textContent) };
}

test("while all is well nothing is said, and the screen's own calls came first", async () => {
  expect(await show(status(true))).toEqual({ before: 0, said: [] });
});

test('a loop that stopped is told to everybody', async () => {
  const { said } = await show(status(false));
  expect(said).toEqual([expect.stringContaining('Publishing has stopped. Your posts are safe')]);
});

test('a backup that was put back is told in place of that', async () => {
  const { said } = await show({ ...status(false), hold: { backupAt: '2026-11-21T02:00:00.000Z' } });
  expect(said).toEqual([expect.stringContaining('restored from a backup. Your posts are safe')]);
});

test('a server that is not heard and does not answer cannot be reached', async () => {
  const { said } = await show(new Refusal(502, "a proxy's page"), { isOverdue: true });
  expect(said).toEqual([expect.stringContaining("We can't reach Pagecast")]);
});

test('a server that answers but is not heard leaves the screen out of date', async () => {
  const { said } = await show(status(true), { isOverdue: true });
  expect(said).toEqual([expect.stringContaining("Live updates aren't working")]);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
});

test('the most severe stands first, and who is offline is not told that the server is away', async () => {
  const { said } = await show(status(false), { isOverdue: true, isOnline: false });
  expect(said).toEqual([expect.stringContaining('Publishing has stopped'), expect.stringContaining("You're offline")]);
});

test('the network coming back takes its banner away', async () => {
  await show(status(true), { isOnline: false });
  expect(screen.getByRole('alert').textContent).toContain("You're offline");
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page that is too old to go on offers the new version', async () => {
  await show(status(true));
  act(() => setOutdated(true));
  expect(screen.getByRole('alert').textContent).toBe(
    "There's a new version of Pagecast, and part of this page can't open anymore. Your drafts are saved. " +
      'Reload the page',
  );
});
