// @vitest-environment jsdom
import {
  automationSettings,
  firstSteps,
  updateFirstSteps,
  type AutomationSettings,
  type FirstSteps,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, someUser, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FirstStepsCard } from './first-steps-card.tsx';
import { readSteps } from './read-steps.ts';

const NOTHING: FirstSteps = { hasPage: false, hasGenerated: false, hasScheduled: false, isDismissed: false };
const RUNNING: AutomationSettings = {
  regenerationFrequency: 6,
  isEnabled: true,
  lastRunAt: null,
  nextRunAt: null,
  status: 'active',
  problem: null,
  pageConfigurations: [],
  budget: { spentMicros: 0, limitMicros: null, resetsAt: '2026-11-22T00:00:00.000Z' },
  now: '2026-11-21T00:00:00.000Z',
};
const open = (state: FirstSteps, ...routes: Answer[]) =>
  renderScreen(FirstStepsCard, {
    user: { ...someUser, areFirstStepsOpen: true },
    routes: [answer(firstSteps, state), answer(automationSettings, 501), ...routes],
  });
const putAway = () => screen.findByRole('button', { name: 'Hide first steps' });

test.each([
  [{ isEnabled: false, lastRunAt: null }, false],
  [{ isEnabled: true, lastRunAt: null }, true],
  [{ isEnabled: false, lastRunAt: '2026-11-20T00:00:00.000Z' }, true],
  [undefined, false],
])('automation %j counts as done: %s', (automation, isDone) => {
  expect(readSteps(NOTHING, automation).at(-1)?.isDone).toBe(isDone);
});

test('each step says whether it is done, and where to do it if not', async () => {
  open({ ...NOTHING, hasPage: true });
  await screen.findByText('1 of 4 done');
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('Connect a page (done)');
  expect(within(first as HTMLElement).queryByRole('link')).toBeNull();
  expect(
    within(second as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/content-generator');
});

test('steps that cannot be counted still lead on', async () => {
  const { container } = open(NOTHING, answer(firstSteps, 500));
  expect(await screen.findAllByRole('link')).toHaveLength(4);
  expect([container.querySelector('.animate-glow'), screen.queryByText(/done$/)]).toEqual([null, null]);
});

test('steps that cannot be counted can be put away', async () => {
  const { toasts } = open(
    NOTHING,
    answer(firstSteps, 500),
    answer(updateFirstSteps, { ...NOTHING, isDismissed: true }),
  );
  await screen.findAllByRole('link');
  await userEvent.click(await putAway());
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('First steps hidden'));
  expect(screen.queryByRole('region')).toBeNull();
});

test('put away, the list goes at once and the server keeps it; Undo brings it back', async () => {
  let kept = NOTHING;
  const { calls, toasts } = open(
    NOTHING,
    answer(firstSteps, () => kept),
    answer(updateFirstSteps, ({ body }) => (kept = { ...NOTHING, ...body })),
  );
  await userEvent.click(await putAway());
  expect(screen.queryByRole('region')).toBeNull();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('First steps hidden'));
  toasts.at(-1)?.action?.run();
  await putAway();
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { isDismissed: true },
    { isDismissed: false },
  ]);
});

test('a list that could not be put away comes back and says why', async () => {
  const { toasts } = open(NOTHING, answer(updateFirstSteps, new Refusal(503, { message: 'Not now.', code: 'x' })));
  await userEvent.click(await putAway());
  await putAway();
  expect(toasts).toEqual([{ tone: 'destructive', title: 'Update Failed', description: 'Not now.' }]);
});

test('once all four are done the list is gone, for good', async () => {
  const done = { ...NOTHING, hasPage: true, hasGenerated: true, hasScheduled: true };
  const { calls } = open(
    done,
    answer(automationSettings, RUNNING),
    answer(updateFirstSteps, { ...done, isDismissed: true }),
  );
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ isDismissed: true }]),
  );
});

test('who has put it away is not asked for it', () => {
  const { calls, container } = renderScreen(FirstStepsCard, { user: { ...someUser, areFirstStepsOpen: false } });
  expect(container.textContent).toBe('');
  expect(calls).toEqual([]);
});
