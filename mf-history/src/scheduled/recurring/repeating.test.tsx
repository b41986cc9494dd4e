import {
  createRecurrence,
  deleteRecurrence,
  listLibrary,
  listPagePlans,
  listPages,
  listPosts,
  listRecurrences,
  listWaitingPosts,
  previewRecurrence,
  readPost,
  readRecurrence,
  updateRecurrence,
  type Recurrence,
} from '@pagecast/api/contract';
import { answer, buildPage, buildPost, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ScheduledScreen } from '../scheduled-screen.tsx';

const soon = new Date(Date.now() + 3_630_000).toISOString();
const WORDS = 'Every Monday at 09:00';
const known: Recurrence = {
  id: 8,
  name: null,
  facebookPageId: 11,
  pageName: 'Kedai Ampang',
  rule: 'FREQ=WEEKLY;BYDAY=MO',
  words: WORDS,
  startsOn: '2026-11-23',
  timeOfDay: '09:00',
  timeZone: 'Asia/Kuala_Lumpur',
  state: 'running',
  cooldownDays: null,
  isVaried: false,
  textCount: 1,
  excerpt: 'Kaya toast.',
  next: [{ at: soon, postId: 1 }],
  postIds: [1],
  notes: [{ code: 'moved', message: '1 post goes out later, to keep a distance from another post of this page.' }],
  createdAt: soon,
  texts: [{ id: 3, content: 'Kaya toast.', mediaType: 'text', media: [], usedAt: null }],
};
const page = buildPage({ id: 11, name: 'Kedai Ampang' });
const post = (recurrenceId: number | null) =>
  buildPost({
    id: 1,
    status: 'scheduled',
    content: 'Kaya toast.',
    scheduledAt: soon,
    facebookPageId: 11,
    pageName: 'Kedai Ampang',
    recurrenceId,
  });

const open = async (recurrenceId: number | null, ...routes: Answer[]) => openAt('', recurrenceId, ...routes);
const openAt = async (search: string, recurrenceId: number | null, ...routes: Answer[]) => {
  const shown = renderScreen(ScheduledScreen, {
    path: '/scheduled',
    search,
    routes: [
      // Before the others: its path would fit theirs too.
      answer(readPost, post(recurrenceId)),
      answer(listWaitingPosts, ({ query }) => {
        const posts = query.for === 'time' ? [post(recurrenceId)] : [];
        return { posts, pagination: { page: 1, limit: 25, pages: 1, total: posts.length, all: posts.length } };
      }),
      answer(listPages, [page]),
      answer(listPagePlans, []),
      answer(listRecurrences, [known]),
      answer(readRecurrence, known),
      answer(previewRecurrence, { words: WORDS, next: [soon], notes: [] }),
      answer(createRecurrence, known),
      answer(updateRecurrence, known),
      answer(deleteRecurrence, { success: true }),
      ...routes,
    ],
  });
  await screen.findByRole('table', { hidden: true });
  return shown;
};
const calls = (shown: Awaited<ReturnType<typeof open>>, method: string) =>
  shown.calls.filter((call) => call.path.startsWith('/api/recurrences') && call.method === method);

test('a post that a rule made says of which, and leads to what is to come', async () => {
  const user = userEvent.setup();
  const shown = await open(8);
  await user.click(await screen.findByRole('button', { name: `Repeats: ${WORDS}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Change What Is to Come' });
  const time = await within(dialog).findByLabelText('Time');
  await user.clear(time);
  await user.type(time, '10:30');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls(shown, 'PATCH')).toHaveLength(1));
  expect(calls(shown, 'PATCH')[0]?.body).toMatchObject({
    timeOfDay: '10:30',
    rule: 'FREQ=WEEKLY;BYDAY=MO',
    texts: [{ id: 3, content: 'Kaya toast.' }],
  });
});

test('a planned post is repeated from its row, on the days that are chosen', async () => {
  const user = userEvent.setup();
  const shown = await open(null);
  await user.click(await screen.findByRole('button', { name: 'Repeat' }));
  const dialog = await screen.findByRole('dialog', { name: 'Repeat a Post' });
  await user.selectOptions(await within(dialog).findByLabelText('Repeats'), 'Every month');
  await user.selectOptions(within(dialog).getByLabelText('On'), 'A weekday');
  await user.selectOptions(within(dialog).getByLabelText('Which'), 'Last');
  await user.selectOptions(within(dialog).getByLabelText('Weekday'), 'Friday');
  await within(dialog).findByText(/Every Monday at 09:00/);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls(shown, 'POST').filter(({ path }) => !path.endsWith('preview'))).toHaveLength(1));
  expect(calls(shown, 'POST').find(({ path }) => !path.endsWith('preview'))?.body).toMatchObject({
    facebookPageId: 11,
    rule: 'FREQ=MONTHLY;BYDAY=-1FR',
    texts: [{ postId: 1, content: 'Kaya toast.' }],
    cooldownDays: null,
  });
});

const image = {
  id: 20,
  mimeType: 'image/png',
  bytes: 9,
  width: 4,
  height: 3,
  durationSeconds: null,
  altText: 'Our garden',
};
const inLibrary = {
  kind: 'image',
  thumbnail: null,
  addedAt: soon,
  originId: null,
  shape: null,
  waitingPosts: 0,
  publishedPosts: 0,
} as const;

test('a text gets images of the library, and loses them', async () => {
  const user = userEvent.setup();
  const pictured = { ...known, texts: [{ ...known.texts[0], mediaType: 'image', media: [image] }] };
  const shown = await open(
    8,
    answer(readRecurrence, pictured as Recurrence),
    answer(listLibrary, {
      files: [{ ...image, ...inLibrary, id: 21 }],
      pagination: { page: 1, limit: 24, total: 1, pages: 1 },
    }),
  );
  await user.click(await screen.findByRole('button', { name: `Repeats: ${WORDS}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Change What Is to Come' });
  await user.click(await within(dialog).findByRole('button', { name: 'Remove image 1 of Post text' }));
  await user.click(within(dialog).getByRole('button', { name: 'Choose images: Post text' }));
  const library = await screen.findByRole('dialog', { name: 'Media library' });
  await user.click(await within(library).findByRole('button', { name: /garden/ }));
  await user.click(within(library).getByRole('button', { name: /^Add/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls(shown, 'PATCH')).toHaveLength(1));
  expect(calls(shown, 'PATCH')[0]?.body).toMatchObject({ texts: [{ id: 3, media: [{ id: 21 }] }] });
});

test('what repeats is listed with its next times, and paused, ended and deleted there', async () => {
  const user = userEvent.setup();
  const shown = await open(null);
  await user.click(screen.getByRole('button', { name: 'Repeating' }));
  const dialog = await screen.findByRole('dialog', { name: 'Repeating Posts' });
  await within(dialog).findByText(WORDS, { selector: 'p' });
  within(dialog).getByText(/1 post goes out later/);
  await user.click(within(dialog).getByRole('button', { name: `Pause: ${WORDS}` }));
  await waitFor(() => expect(calls(shown, 'PATCH').map(({ body }) => body)).toEqual([{ state: 'paused' }]));
  await user.click(within(dialog).getByRole('button', { name: `Delete: ${WORDS}` }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls(shown, 'DELETE')).toHaveLength(1));
});

test('a pause that ends meanwhile leaves the question that was asked', async () => {
  const user = userEvent.setup();
  const pause = Promise.withResolvers<typeof known>();
  await open(
    null,
    answer(updateRecurrence, () => pause.promise),
  );
  await user.click(screen.getByRole('button', { name: 'Repeating' }));
  const dialog = await screen.findByRole('dialog', { name: 'Repeating Posts' });
  await user.click(await within(dialog).findByRole('button', { name: `Pause: ${WORDS}` }));
  const busy = () => within(dialog).getByRole('button', { name: `Pause: ${WORDS}`, hidden: true });
  await waitFor(() => expect(busy().getAttribute('aria-busy')).toBe('true'));
  await user.click(within(dialog).getByRole('button', { name: `End: ${WORDS}` }));
  const question = await screen.findByRole('alertdialog', { name: 'End this?' });
  pause.resolve(known);
  await waitFor(() => expect(busy().getAttribute('aria-busy')).not.toBe('true'));
  expect(question.isConnected).toBe(true);
});

test('a notification leads to what repeats, and closing it leaves the plan', async () => {
  const user = userEvent.setup();
  const other = { ...known, id: 9, words: 'Every day at 10:00' };
  const shown = await openAt('repeating=9', null, answer(listRecurrences, [known, other]));
  const dialog = await screen.findByRole('dialog', { name: 'Repeating Posts' });
  const [shownItem] = await within(dialog).findAllByRole('listitem', { current: true });
  expect(shownItem?.textContent).toContain('Every day at 10:00');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(shown.calls.some(({ method }) => method !== 'GET')).toBe(false);
});

test('a set takes texts that are written, and posts of the history', async () => {
  const user = userEvent.setup();
  const old = buildPost({ id: 5, status: 'published', content: 'Our garden.' });
  const shown = await open(
    null,
    answer(listRecurrences, []),
    answer(listPosts, { posts: [old], pagination: { page: 1, limit: 5, total: 1, pages: 1 } }),
    answer(createRecurrence, new Refusal(400, { message: 'No day to come fits this rule.', code: 'invalid' })),
  );
  await user.click(screen.getByRole('button', { name: 'Repeating' }));
  await screen.findByText(/Nothing repeats yet/);
  await user.click(screen.getByRole('button', { name: 'Repeat a Post' }));
  const dialog = await screen.findByRole('dialog', { name: 'Repeat a Post' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Please select a Facebook page.');

  await user.click(await within(dialog).findByRole('combobox', { name: 'Facebook page' }));
  await user.click(await screen.findByRole('option', { name: /Kedai Ampang/ }));
  await user.click(within(dialog).getByLabelText('Evergreen set'));
  await user.type(within(dialog).getByLabelText('Text 1'), 'Bread.');
  await user.click(within(dialog).getByRole('button', { name: 'Add from history' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Add: Our garden.' }));
  await user.click(within(dialog).getByRole('button', { name: 'Move text 2 up' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('No day to come fits this rule.');
  expect(calls(shown, 'POST').findLast(({ path }) => !path.endsWith('preview'))?.body).toMatchObject({
    cooldownDays: 30,
    texts: [{ postId: 5, content: 'Our garden.' }, { content: 'Bread.' }],
  });
});
