// @vitest-environment jsdom
import { dashboardTrend } from '@pagecast/api/contract';
import { answer, renderScreen, Refusal } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { trendOf } from './trend-of.ts';
import { TrendCard } from './trend-card.tsx';

const { drawWeeks } = vi.hoisted(() => ({ drawWeeks: vi.fn() }));
vi.mock('./weeks-plot.ts', () => ({ drawWeeks }));
afterEach(() => {
  drawWeeks.mockReset();
});

const TWO_WEEKS = [
  { posts: 3, engagement: 1200 },
  { posts: 1, engagement: 1 },
];
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => Array.from(row.children, ({ textContent }) => textContent));

test('the numbers of the chart are a table for who cannot see it, from the oldest week on', async () => {
  drawWeeks.mockReturnValue({ resize() {}, destroy() {} });
  renderScreen(TrendCard, { routes: [trendOf(TWO_WEEKS)] });
  await screen.findByRole('table', { name: 'Posts and engagement of the last 8 weeks' });
  expect(cells()).toHaveLength(9);
  expect(cells().slice(-2)).toEqual([
    ['Week of 9 Nov', '3', '1,200'],
    ['This week so far', '1', '1'],
  ]);
});

test('the chart is drawn again when the theme changes, and taken away with the screen', async () => {
  const destroy = vi.fn();
  drawWeeks.mockReturnValue({ resize() {}, destroy });
  const { unmount } = renderScreen(TrendCard, { routes: [trendOf(TWO_WEEKS)] });
  await waitFor(() => expect(drawWeeks).toHaveBeenCalledTimes(1));
  document.documentElement.dataset['theme'] = 'dark';
  await waitFor(() => expect(drawWeeks).toHaveBeenCalledTimes(2));
  expect(destroy).toHaveBeenCalledTimes(1);
  unmount();
  expect(destroy).toHaveBeenCalledTimes(2);
});

test('pointing at a week tells its numbers, pointing nowhere those of the present one', async () => {
  drawWeeks.mockReturnValue({ resize() {}, destroy() {} });
  renderScreen(TrendCard, { routes: [trendOf(TWO_WEEKS)] });
  await waitFor(() => expect(drawWeeks).toHaveBeenCalledTimes(1));
  expect(screen.getByText('1 reaction')).toBeDefined();
  const [, { onPoint }] = drawWeeks.mock.lastCall as [HTMLElement, { onPoint: (week: number | null) => void }];
  onPoint(6);
  expect(await screen.findByText('1,200 reactions')).toBeDefined();
  onPoint(null);
  expect(await screen.findByText('1 reaction')).toBeDefined();
});

test('who prefers the table looks at it, and so does everybody when the drawing cannot be loaded', async () => {
  drawWeeks.mockReturnValue({ resize() {}, destroy() {} });
  const { unmount } = renderScreen(TrendCard, { routes: [trendOf(TWO_WEEKS)] });
  const table = await screen.findByRole('table');
  expect(table.closest('.sr-only')).not.toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(screen.getByRole('table').closest('.sr-only')).toBeNull();
  unmount();

  vi.spyOn(console, 'error').mockImplementationOnce(() => {});
  drawWeeks.mockImplementation(() => {
    throw new Error('The chunk did not come');
  });
  renderScreen(TrendCard, { routes: [trendOf(TWO_WEEKS)] });
  await waitFor(() => expect(screen.getByRole('table').closest('.sr-only')).toBeNull());
});

test('eight weeks without a post say what will be here', async () => {
  renderScreen(TrendCard, { routes: [trendOf([])] });
  expect(await screen.findByText(/No posts published in the last 8 weeks/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a failure is told in its place and can be tried again', async () => {
  const { calls } = renderScreen(TrendCard, {
    routes: [answer(dashboardTrend, new Refusal(500, { message: 'No weeks today.', code: 'x' }))],
  });
  expect(await screen.findByText('No weeks today.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(calls).toHaveLength(2));
});
