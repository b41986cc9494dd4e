import { createComposition, createPageGroup, deletePageGroup, listPageGroups } from '@pagecast/api/contract';
import { answer, Refusal } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { open, writeByHand } from '../compose-testing.tsx';

const noGroups = answer(listPageGroups, []);
const made = answer(createComposition, {
  id: 5,
  content: 'Fresh bread.',
  createdAt: '2026-11-21T08:00:00.000Z',
  posts: [],
});
const several = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Choose several pages' }));
  return await screen.findByRole('checkbox', { name: 'Corner Bakery' });
};
const check = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
const sent = (calls: Awaited<ReturnType<typeof open>>['calls']) =>
  calls.filter(({ path }) => path === createComposition.path).map(({ body }) => body);

test('one text goes to the pages that are chosen, in one call', async () => {
  const { calls, toasts } = await open(noGroups, made);
  await writeByHand('Fresh bread.');
  await several();
  expect(screen.queryByRole('checkbox', { name: 'Lost Page' })).toBeNull();
  await check('Corner Bakery');
  await check('Night Diner');
  await screen.findByText('Publishes to 2 pages right away.');
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([
    { content: 'Fresh bread.', status: 'published', pages: [{ facebookPageId: 7 }, { facebookPageId: 9 }] },
  ]);
});

test('a page has its own text, marked at its tab and sent for it alone', async () => {
  const { calls, toasts } = await open(noGroups, made);
  await writeByHand('Fresh bread.');
  await several();
  await userEvent.click(screen.getByRole('button', { name: 'All 2 pages' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Night Diner' }));
  await userEvent.click(screen.getByRole('button', { name: 'Write its own text' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Text for Night Diner' }), ' All night.');
  expect(screen.getByRole('tab', { name: /Night Diner.*Own text/ })).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Fresh bread. All night.')).toBeDefined();
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([
    { content: 'Fresh bread.', pages: [{ facebookPageId: 7 }, { content: 'Fresh bread. All night.' }] },
  ]);
});

test('a page too close to another post is asked about, and can keep its time', async () => {
  let asked = 0;
  const { calls, toasts } = await open(
    noGroups,
    answer(createComposition, () => {
      asked += 1;
      if (asked > 1) return { id: 5, content: '', createdAt: '2026-11-21T08:00:00.000Z', posts: [] };
      const at = '2026-11-21T08:00:00.000Z';
      const tooClose = [{ facebookPageId: 9, pageName: 'Night Diner', scheduledAt: at, otherAt: at, freeAt: at }];
      return new Refusal(409, { message: 'Too close', code: 'conflict', tooClose });
    }),
  );
  await writeByHand('Fresh bread.');
  await several();
  await userEvent.click(screen.getByRole('button', { name: 'All 2 pages' }));
  await publish();
  const question = await screen.findByRole('alert', { name: 'Too close to other posts' });
  expect(question.textContent).toContain('Night Diner has a post on');
  await userEvent.click(within(question).getByRole('button', { name: 'Keep my times' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([{}, { tooClose: 'allow' }]);
});

test('a group chooses its pages, and is kept from those that are chosen', async () => {
  const { calls, toasts } = await open(
    answer(listPageGroups, [{ id: 3, name: 'Kedai KL', pageIds: [7, 9, 8] }]),
    answer(createPageGroup, { id: 4, name: 'Nights', pageIds: [7, 9] }),
    answer(deletePageGroup, { success: true as const }),
  );
  await several();
  await userEvent.click(await screen.findByRole('button', { name: 'Kedai KL (3)' }));
  await screen.findByText('2 pages chosen');
  await userEvent.click(screen.getByRole('button', { name: 'Save as a group' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the group' }), 'Nights');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Group Saved'));
  expect(calls.find(({ path, method }) => path === createPageGroup.path && method === 'POST')?.body).toEqual({
    name: 'Nights',
    pageIds: [7, 9],
  });
});

test('back to one page, the text and the first page stay', async () => {
  await open(noGroups);
  await writeByHand('Fresh bread.');
  await several();
  await check('Night Diner');
  await userEvent.click(screen.getByRole('button', { name: 'Choose one page' }));
  expect((await screen.findByLabelText('Facebook page')).textContent).toContain('Night Diner');
  expect(screen.getByRole('textbox', { name: 'Your content' })).toHaveProperty('value', 'Fresh bread.');
});
