// @vitest-environment jsdom
import {
  approveSlot,
  automationQueue,
  clearAutomationQueue,
  editSlot,
  skipSlot,
  type Slot,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildSlot } from '../testing.ts';
import { QueuePanel } from './queue-panel.tsx';

// Held, so that a time is as far away as it says, however late a test begins.
const BEGAN = Date.now();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGAN }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const inMinutes = (minutes: number) => new Date(BEGAN + minutes * 60_000).toISOString();
const planned = buildSlot({
  id: 3,
  state: 'planned',
  content: null,
  contentHash: null,
  postId: null,
  dueAt: inMinutes(180),
});
const ready = buildSlot({ id: 1, dueAt: inMinutes(30) });
const draft = buildSlot({
  id: 2,
  state: 'draft',
  mode: 'draft',
  pageName: 'Old Mill',
  content: 'A draft to read.',
  contentHash: 'b'.repeat(64),
  postId: null,
  dueAt: inMinutes(90),
});

const show = (slots: Slot[] | (() => Slot[]), routes: Answer[] = []) =>
  renderScreen(() => <QueuePanel isRunning />, {
    routes: [answer(automationQueue, () => (typeof slots === 'function' ? slots() : slots)), ...routes],
  });
const sent = (calls: { path: string; method: string }[], endpoint: { path: string; method: string }) =>
  calls.filter((call) => call.path === endpoint.path && call.method === endpoint.method);

test('each post to come stands there with its time, page, state and text, in their order', async () => {
  show([ready, draft, planned]);
  const rows = within(await screen.findByRole('list', { name: 'Upcoming posts' })).getAllByRole('listitem');
  expect(
    rows.map((row) => ['in 30 min', 'in 1 h 30 min', 'in 3 h'].find((time) => row.textContent?.includes(time))),
  ).toEqual(['in 30 min', 'in 1 h 30 min', 'in 3 h']);
  for (const [index, texts] of [
    ['Corner Bakery', 'Scheduled', 'The first loaves'],
    ['Old Mill', 'Needs your approval', 'A draft to read.'],
    ['Planned'],
  ].entries()) {
    for (const text of texts) expect(rows[index]?.textContent).toContain(text);
  }
  expect(screen.getByText('1 post needs your approval.')).toBeDefined();
});

test('a draft says what to look at before it is approved', async () => {
  const message = '1 claim has no source: “RM 4.99”.';
  show([{ ...draft, reason: { code: 'unsourced_claims', message } }]);
  expect(await screen.findByText(message)).toBeDefined();
});

test('a draft is approved with one click, bound to the text that was read', async () => {
  const { calls, toasts } = show([draft], [answer(approveSlot, { ...draft, state: 'ready' })]);
  await userEvent.click(await screen.findByRole('button', { name: /^Approve the post of Old Mill/ }));
  await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual(['Post approved']));
  expect(sent(calls, approveSlot)).toMatchObject([{ params: { id: '2' }, body: { contentHash: 'b'.repeat(64) } }]);
});

test('a press that finds another row under it, because the queue has just moved, approves nothing', async () => {
  let slots = [buildSlot({ id: 1, state: 'publishing' }), draft];
  const { calls, toasts, queryClient } = show(() => slots, [answer(approveSlot, { ...draft, state: 'ready' })]);
  const approve = await screen.findByRole('button', { name: /^Approve/ });
  slots = [draft];
  const moment = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(moment);
  await queryClient.invalidateQueries();
  await screen.findByText('Queue (1)');
  fireEvent.click(approve);
  expect(toasts.map((toast) => toast.title)).toEqual(['The list just changed']);
  clock.mockReturnValue(moment + 1000);
  fireEvent.click(approve);
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post approved'));
  expect(sent(calls, approveSlot)).toHaveLength(1);
});

test('an approval of a text that is another by now is refused, and the new one is shown', async () => {
  let slot = draft;
  const refuse = () => {
    slot = { ...draft, content: 'Another text.' };
    return new Refusal(409, { message: 'The text has changed. Read it again.', code: 'changed' });
  };
  const { toasts } = show(() => [slot], [answer(approveSlot, refuse)]);
  await userEvent.click(await screen.findByRole('button', { name: /^Approve/ }));
  expect(await screen.findByText('Another text.')).toBeDefined();
  expect(toasts).toEqual([
    { tone: 'destructive', title: 'Failed to approve the post', description: 'The text has changed. Read it again.' },
  ]);
});

test('a text can be read whole before it is approved there', async () => {
  const { calls } = show([draft], [answer(approveSlot, { ...draft, state: 'ready' })]);
  await userEvent.click(await screen.findByRole('button', { name: /^Preview the post of Old Mill/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Review Post' });
  expect(within(dialog).getByRole('region', { name: 'Preview' }).textContent).toContain('A draft to read.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve this post' }));
  await waitFor(() => expect(sent(calls, approveSlot)).toHaveLength(1));
});

test('a text that changes while it is read has to be read again before it can be approved', async () => {
  let slot = draft;
  const { queryClient } = show(() => [slot]);
  await userEvent.click(await screen.findByRole('button', { name: /^Preview/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Review Post' });
  slot = { ...draft, content: 'Changed elsewhere.', contentHash: 'c'.repeat(64) };
  await queryClient.invalidateQueries();
  await within(dialog).findByText('This post has changed.');
  expect(within(dialog).getByRole('region', { name: 'Preview' }).textContent).toContain('A draft to read.');
  expect(within(dialog).queryByRole('button', { name: 'Approve this post' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show the new version' }));
  expect(within(dialog).getByRole('region', { name: 'Preview' }).textContent).toContain('Changed elsewhere.');
  expect(within(dialog).getByRole('button', { name: 'Approve this post' })).toBeDefined();
});

test('an edit names the text it began from, also when the queue has another by now', async () => {
  let slot = draft;
  const { calls, queryClient, toasts } = show(() => [slot], [answer(editSlot, draft)]);
  await userEvent.click(await screen.findByRole('button', { name: /^Edit the post of Old Mill/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Post' });
  await userEvent.type(within(dialog).getByLabelText('Text'), ' And more.');
  slot = { ...draft, content: 'Elsewhere', contentHash: 'c'.repeat(64) };
  await queryClient.invalidateQueries();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Text').value).toBe('A draft to read. And more.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual(['Post updated']));
  expect(sent(calls, editSlot)).toMatchObject([
    { body: { content: 'A draft to read. And more.', contentHash: 'b'.repeat(64) } },
  ]);
});

test('a text that was edited is approved as it is now, however soon', async () => {
  const edited = { ...draft, content: 'As I want it.', contentHash: 'c'.repeat(64) };
  let reads = 0;
  const slow = answer(automationQueue, () => ((reads += 1) === 1 ? [draft] : new Promise(() => {})));
  const { calls } = renderScreen(() => <QueuePanel isRunning />, {
    routes: [slow, answer(editSlot, edited), answer(approveSlot, { ...edited, state: 'ready' })],
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('As I want it.');
  await userEvent.click(await screen.findByRole('button', { name: /^Approve/ }));
  await screen.findByText('Scheduled');
  expect(sent(calls, approveSlot)).toMatchObject([{ body: { contentHash: 'c'.repeat(64) } }]);
});

test('what is being written stays when the post leaves the queue meanwhile', async () => {
  let slots = [draft];
  const { queryClient } = show(() => slots);
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Post' });
  await userEvent.type(within(dialog).getByLabelText('Text'), ' More.');
  slots = [];
  await queryClient.invalidateQueries();
  expect(await screen.findByText('Queue (0)')).toBeDefined();
  expect(within(screen.getByRole('dialog')).getByLabelText<HTMLTextAreaElement>('Text').value).toBe(
    'A draft to read. More.',
  );
});

test('an empty text is not saved', async () => {
  const { calls } = show([ready]);
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.clear(within(dialog).getByLabelText('Text'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Write something, or skip this post.');
  expect(sent(calls, editSlot)).toHaveLength(0);
});

test('skipping asks first and leaves out this one', async () => {
  const { calls, toasts } = show([ready, planned], [answer(skipSlot, { success: true })]);
  await userEvent.click((await screen.findAllByRole('button', { name: /^Skip the post/ }))[1]!);
  const dialog = await screen.findByRole('alertdialog', { name: 'Skip Post' });
  expect(sent(calls, skipSlot)).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Skip' }));
  await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual(['Post skipped']));
  expect(sent(calls, skipSlot)).toMatchObject([{ params: { id: '3' } }]);
});

test.each([
  ['cleared', { success: true } as const, { tone: 'default', title: 'Queue cleared' }],
  [
    'not cleared',
    new Refusal(500, { message: 'Out of order.', code: 'internal' }),
    { tone: 'destructive', title: 'Failed to clear queue', description: 'Out of order.' },
  ],
])('a queue is %s after it was asked about', async (_, reply, toast) => {
  const { toasts } = show([ready], [answer(clearAutomationQueue, reply)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Clear queue' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog', { name: 'Clear Queue' })).getByRole('button', {
      name: 'Clear queue',
    }),
  );
  await waitFor(() => expect(toasts).toEqual([toast]));
});

test('once nothing new is made, it says that what is scheduled still goes out', async () => {
  renderScreen(() => <QueuePanel isRunning={false} />, { routes: [answer(automationQueue, [ready])] });
  expect((await screen.findByRole('note')).textContent).toContain(
    'Posts scheduled here still go out, unless you skip them or clear the queue.',
  );
});

test('the keyboard stays in the list when the button it pressed goes away', async () => {
  let slot = draft;
  show(() => [slot], [answer(approveSlot, () => (slot = { ...draft, state: 'ready' }))]);
  (await screen.findByRole('button', { name: /^Approve/ })).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Scheduled');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Upcoming posts' })));
});

test('what is on its way out can only be looked at', async () => {
  show([buildSlot({ state: 'publishing' })]);
  expect(await screen.findByRole('button', { name: /^Preview/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^(Skip|Edit)/ })).toBeNull();
});

test('a long queue shows what comes first, and the rest when asked', async () => {
  show(Array.from({ length: 20 }, (_, index) => buildSlot({ id: index + 1, dueAt: inMinutes(index * 30) })));
  expect(await screen.findAllByRole('listitem')).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 20' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(20);
});

test('among many, what waits for the person can be shown alone', async () => {
  show([
    ...Array.from({ length: 20 }, (_, index) => buildSlot({ id: index + 10, dueAt: inMinutes(index * 30) })),
    draft,
  ]);
  await userEvent.click(await screen.findByRole('switch', { name: 'Only posts that need your approval' }));
  expect(screen.getAllByRole('listitem').map((row) => row.textContent?.includes('A draft to read.'))).toEqual([true]);
});

test('what holds all posts is not said on each of them, and what one waits for is', async () => {
  const waitsFor = (id: number, message: string) => buildSlot({ id, problem: { code: 'x', message, action: null } });
  renderScreen(() => <QueuePanel isRunning heldBy="No credit left." />, {
    routes: [answer(automationQueue, [waitsFor(1, 'No credit left.'), waitsFor(2, 'Facebook does not answer.')])],
  });
  expect(await screen.findByText('Facebook does not answer.')).toBeDefined();
  expect(screen.queryByText('No credit left.')).toBeNull();
});

test('how far away a post is, is right on a computer whose clock is five hours behind', async () => {
  const dueAt = inMinutes(330);
  renderScreen(() => <QueuePanel isRunning ahead={5 * 3_600_000} />, {
    routes: [answer(automationQueue, [buildSlot({ dueAt })])],
  });
  expect((await screen.findByRole('listitem')).textContent).toContain('in 30 min');
});
