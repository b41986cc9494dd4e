// @vitest-environment jsdom
import { listPagePlans, listPages, listWaitingPosts, replacePagePlans, type PagePlan } from '@pagecast/api/contract';
import { answer, buildPage, Refusal, renderScreen, someUser } from '@pagecast/shell/kit/testing';
import type { Answer, SeenCall } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ScheduledScreen } from '../scheduled-screen.tsx';
import './weekly-plan-dialog.tsx';

const planOf = (facebookPageId: number, part: Partial<PagePlan> = {}): PagePlan => ({
  facebookPageId,
  revision: 0,
  timeZone: null,
  zone: 'Asia/Kuala_Lumpur',
  slots: [],
  ...part,
});
const nine = { day: 1, time: '09:00' };

/** A server that keeps plans. */
function server(first: PagePlan[]): Answer[] {
  let plans = first;
  return [
    answer(listWaitingPosts, { posts: [], pagination: { page: 1, limit: 25, pages: 0, total: 0, all: 0 } }),
    answer(listPages, [
      buildPage(),
      buildPage({ id: 8, name: 'Kopi House' }),
      buildPage({ id: 9, name: 'Night Diner' }),
    ]),
    answer(listPagePlans, () => plans),
    answer(replacePagePlans, ({ body }) => {
      const ids = body.pages.map(({ facebookPageId }) => Number(facebookPageId));
      plans = plans.map((plan) =>
        ids.includes(plan.facebookPageId)
          ? { ...plan, revision: plan.revision + 1, timeZone: body.timeZone, slots: body.slots }
          : plan,
      );
      return plans.filter(({ facebookPageId }) => ids.includes(facebookPageId));
    }),
  ];
}
const open = (plans = [planOf(7), planOf(8), planOf(9)], routes: Answer[] = [], search = 'plan=7') =>
  renderScreen(ScheduledScreen, {
    path: '/scheduled',
    search,
    routes: [...server(plans), ...routes],
    user: { ...someUser, timeZone: 'Asia/Kuala_Lumpur' },
  });
const saved = (calls: readonly SeenCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>);
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Weekly Plan' }));

test('the toolbar opens the plan of the page that is looked at, in the address', async () => {
  const { address } = open(undefined, [], 'pageId=8');
  await userEvent.click(await screen.findByRole('button', { name: 'Weekly plan' }));
  expect(address()).toBe('/scheduled?pageId=8&plan=8');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/scheduled?pageId=8');
});

test('a time is added to every day by two presses, and saved at once', async () => {
  const { calls } = open();
  const shown = await dialog();
  await userEvent.click(await shown.findByRole('button', { name: 'Add time' }));
  expect(shown.getByRole('button', { name: 'Remove Sunday 9:00' })).toBeDefined();
  await waitFor(() =>
    expect(shown.getByText(/^7 slots a week, times in Asia\/Kuala Lumpur. Changes save/)).toBeDefined(),
  );
  expect(saved(calls)).toEqual([
    {
      pages: [{ facebookPageId: 7, revision: 0 }],
      timeZone: null,
      slots: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, time: '09:00' })),
    },
  ]);
});

test('changes that come faster than the answers stand on each other', async () => {
  const { calls } = open();
  const shown = await dialog();
  const add = await shown.findByRole('button', { name: 'Add time' });
  fireEvent.click(add);
  fireEvent.change(shown.getByLabelText('Time'), { target: { value: '18:00' } });
  fireEvent.click(add);
  await waitFor(() => expect(saved(calls)).toHaveLength(2));
  expect(saved(calls).map(({ pages }) => pages)).toEqual([
    [{ facebookPageId: 7, revision: 0 }],
    [{ facebookPageId: 7, revision: 1 }],
  ]);
  expect(saved(calls)[1]?.['slots']).toHaveLength(14);
});

test('a slot is taken away by its button, and the focus goes to the next one', async () => {
  const { calls } = open([planOf(7, { revision: 3, slots: [nine, { day: 2, time: '18:30' }] }), planOf(8), planOf(9)]);
  const shown = await dialog();
  await userEvent.click(await shown.findByRole('button', { name: 'Remove Monday 9:00' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Tuesday 18:30'));
  await waitFor(() =>
    expect(saved(calls)).toEqual([
      { pages: [{ facebookPageId: 7, revision: 3 }], timeZone: null, slots: [{ day: 2, time: '18:30' }] },
    ]),
  );
});

test('a time too close to another is not added, and says to which', async () => {
  const { calls } = open([planOf(7, { revision: 1, slots: [nine] }), planOf(8), planOf(9)]);
  const shown = await dialog();
  fireEvent.change(await shown.findByLabelText('Time'), { target: { value: '09:20' } });
  await userEvent.click(shown.getByRole('button', { name: 'Add time' }));
  expect(shown.getByRole('status').textContent).toBe(
    'Monday 9:20 and Monday 9:00 are less than 30 minutes apart. Choose another time or remove 9:00.',
  );
  expect(saved(calls)).toEqual([]);
});

test('a page may have a zone of its own', async () => {
  const { calls } = open();
  await userEvent.click(await (await dialog()).findByLabelText('Time zone'));
  await userEvent.type(await screen.findByPlaceholderText('Search by city, country or offset'), 'new york');
  await userEvent.click(await screen.findByRole('option', { name: /New York/ }));
  await waitFor(() => expect(saved(calls)).toMatchObject([{ timeZone: 'America/New_York' }]));
  // All is saved: closing asks for nothing.
  await userEvent.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a plan is given to other pages at once', async () => {
  const { calls, toasts } = open([planOf(7, { revision: 1, slots: [nine] }), planOf(8, { revision: 4 }), planOf(9)]);
  const shown = await dialog();
  await userEvent.click(await shown.findByText('Copy this plan to other pages'));
  await userEvent.click(shown.getByRole('checkbox', { name: 'All other pages' }));
  await userEvent.click(shown.getByRole('button', { name: 'Replace the plans of 2 pages' }));
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ description: '2 pages have it now.' }));
  expect(saved(calls)).toEqual([
    {
      pages: [
        { facebookPageId: 8, revision: 4 },
        { facebookPageId: 9, revision: 0 },
      ],
      timeZone: null,
      slots: [nine],
    },
  ]);
});

test('a plan that somebody else has changed meanwhile is shown in the place of this change', async () => {
  let isNewer = false;
  const newer = planOf(7, { revision: 2, slots: [{ day: 3, time: '12:00' }] });
  const { toasts } = open(
    [planOf(7)],
    [
      answer(listPagePlans, () => [isNewer ? newer : planOf(7)]),
      answer(replacePagePlans, () => {
        isNewer = true;
        return new Refusal(409, { message: 'This weekly plan was changed in another tab.', code: 'conflict' });
      }),
    ],
  );
  const shown = await dialog();
  await userEvent.click(await shown.findByRole('button', { name: 'Add time' }));
  expect(await shown.findByRole('button', { name: 'Remove Wednesday 12:00' })).toBeDefined();
  expect(shown.queryByRole('button', { name: 'Remove Monday 9:00' })).toBeNull();
  expect(toasts.at(-1)).toMatchObject({
    title: 'Weekly Plan Not Saved',
    description: 'This weekly plan was changed in another tab. You see the newer one now. Make your change again.',
  });
});

test('without a page it says what comes first', async () => {
  open([], [answer(listPages, [])], 'plan=any');
  expect(await (await dialog()).findByText(/Connect a Facebook page first/)).toBeDefined();
});
