// @vitest-environment jsdom
import {
  createPost,
  createProposal,
  facebookConfig,
  freeSlots,
  generateContent,
  generateFiztechContent,
  listPageGroups,
  listPages,
  listSharedPages,
  publishPost,
  readPost,
  publishToFiztech,
  readStatus,
  updatePost,
  uploadMedia,
} from '@pagecast/api/contract';
import { browserTimeZone, formatDateTime, type CallOutput } from '@pagecast/shell/kit';
import { answer, buildPage, buildPost, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ComposeScreen } from './compose-screen.tsx';
import { choosePage, generate, keeper, open, somePages, writeByHand, writesIn } from './compose-testing.tsx';

test('only connected pages can be chosen', async () => {
  await open();
  await userEvent.click(screen.getByLabelText('Facebook page'));
  expect(await screen.findByRole('option', { name: 'Corner Bakery' })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'Lost Page' })).toBeNull();
});

const lost = (id: number, name: string) =>
  buildPage({
    id,
    name,
    isConnected: false,
    problem: { code: 'auth', message: 'Facebook no longer accepts our access.', action: 'reconnect' },
  });

test.each([
  [['Lost Page'], [buildPage()], "Lost Page can't be chosen until you reconnect it."],
  [['A', 'B', 'C', 'D', 'E'], [], "A, B, C, and 2 more can't be chosen until you reconnect them."],
])('pages that lost their access (%j) are named, with the way to bring them back', async (names, others, said) => {
  const { reconnect } = await open(
    answer(listPages, [...others, ...names.map((name, index) => lost(index + 20, name))]),
  );
  expect(screen.getByText(said)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(reconnect).toHaveBeenCalledTimes(1);
});

const sharedPage = {
  id: 31,
  name: 'Shared Bakery',
  category: null,
  owner: { name: 'Mei Ling' },
  role: 'editor',
  memberId: 1,
};
const proposal = { isRepeat: false, state: 'waiting', message: '' } as CallOutput<typeof createProposal>;
const chooseShared = async () => {
  await userEvent.click(screen.getByLabelText('Facebook page'));
  await userEvent.click(await screen.findByRole('option', { name: /^Shared Bakery \(shared by Mei Ling\)/ }));
};

test('for a page that somebody shares with them, an editor proposes, and publishes nothing', async () => {
  const { calls, toasts } = await open(
    answer(listSharedPages, [sharedPage, { ...sharedPage, id: 32, role: 'approver', name: 'Only Approved' }]),
    answer(createProposal, proposal),
  );
  await chooseShared();
  await userEvent.click(screen.getByLabelText('Facebook page'));
  expect(screen.queryByRole('option', { name: /Only Approved/ })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await writeByHand('Warm loaves at eight.');
  expect(screen.queryByRole('button', { name: 'Publish Now' })).toBeNull();
  expect(screen.getByText("Goes out on Shared Bakery once it's approved.")).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Post Proposed']));
  const made = calls.filter(({ method, path }) => method === 'POST' && /^\/api\/(posts|proposals)$/.test(path));
  expect(made).toMatchObject([
    { path: createProposal.path, body: { facebookPageId: 31, content: 'Warm loaves at eight.' } },
  ]);
  await waitFor(() => expect(screen.queryByDisplayValue('Warm loaves at eight.')).toBeNull());
});

test('what was decided before says so, and leaves the text; so does a page that is shared no longer', async () => {
  let isShared = true;
  const { toasts } = await open(
    answer(listSharedPages, () => (isShared ? [sharedPage] : [])),
    answer(createProposal, () => {
      if (!isShared) return new Refusal(404, { message: 'This page is no longer shared with you.' });
      return {
        ...proposal,
        isRepeat: true,
        state: 'rejected' as const,
        message: 'Not published. Mei Ling rejected it.',
      };
    }),
  );
  await chooseShared();
  await writeByHand('Warm loaves at eight.');
  await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(toasts.at(-1)?.description).toContain('Mei Ling rejected it'));
  isShared = false;
  await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(toasts.at(-1)?.description).toContain('no longer shared'));
  // Nothing falls back on a page of their own.
  await screen.findByText('Choose a page to publish to.');
  expect(screen.getByRole('textbox', { name: 'Your content' })).toHaveProperty('value', 'Warm loaves at eight.');
});

test('who has no page of their own begins with the one that is shared with them', async () => {
  await open(answer(listPages, []), answer(listSharedPages, [sharedPage]));
  expect(await screen.findByRole('button', { name: 'Propose' })).toBeTruthy();
  expect(screen.queryByText(/No Facebook page is connected yet/)).toBeNull();
});

test('the heading is there while the tech site has no name yet, and keeps the focus', async () => {
  const coming = Promise.withResolvers<CallOutput<typeof facebookConfig>>();
  renderScreen(ComposeScreen, { routes: [answer(facebookConfig, () => coming.promise), somePages, ...keeper] });
  const heading = await screen.findByRole('heading', { level: 1, name: 'Create content' });
  heading.focus();
  coming.resolve({ appId: '1', version: 'v19.0', sdkUrl: '/sdk.js', supportEmail: 'a@b.c', fiztechHost: 'tech.test' });
  await screen.findByRole('heading', { level: 1, name: 'Create content for Facebook and tech.test' });
  expect(document.activeElement).toBe(heading);
});

test('without any page there is no page selector, but a way to get one', async () => {
  await open(answer(listPages, []));
  expect(screen.queryByLabelText('Facebook page')).toBeNull();
  expect(screen.getByText(/Pages are added automatically at login/)).toBeDefined();
});

test('pages that cannot be loaded are told with Retry, and the rest works', async () => {
  const { calls } = await open(answer(listPages, new Refusal(500, { message: 'Out of order', code: 'x' })));
  expect(screen.getByText('Out of order')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(calls.filter((call) => call.path === listPages.path)).toHaveLength(2));
  expect(screen.getByRole('tab', { name: 'AI Generate' })).toBeDefined();
});

test('generated content can be edited, and what is published is the edited text', async () => {
  const { toasts, calls } = await open(answer(createPost, buildPost()));
  const editor = await generate();
  expect(toasts).toEqual([{ tone: 'default', title: 'Content Generated' }]);
  await userEvent.type(editor, ' See you!');
  await choosePage();
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));

  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Published to Facebook'));
  expect(writesIn(calls).at(-1)?.body).toMatchObject({
    content: 'Warm loaves at eight. #bread See you!',
    generationId: 31,
    status: 'published',
    tone: 'professional',
    isAiGenerated: true,
    facebookPageId: 7,
    publishPlatform: 'facebook',
  });
  expect(screen.queryByRole('textbox', { name: 'Generated content' })).toBeNull();
});

test.each([
  ['development', 1],
  ['production', 0],
] as const)('in app mode %s the composer says who will see the post: %i', async (appMode, times) => {
  const { calls } = await open(answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode }));
  await waitFor(() => expect(calls.some(({ path }) => path === readStatus.path)).toBe(true));
  await waitFor(() =>
    expect(screen.queryAllByText(/Only people with a role on the app will see this post/)).toHaveLength(times),
  );
});

test.each([
  [502, 'The writer is busy.'],
  [
    429,
    'Your AI budget of $5.00 a day is used up. It resets on Mon 23 Nov, 8:00 (GMT+8). ' +
      'Write the text yourself, or try again then.',
  ],
])("a failed generation shows the server's reason: %i", async (status, message) => {
  const { toasts } = await open(answer(generateContent, new Refusal(status, { message, code: 'x' })));
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'story');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Generation Failed', description: message }]),
  );
});

test('a generation can be stopped before its first word, which is no failure', async () => {
  const { toasts } = await open(answer(generateContent, () => new Promise(() => {})));
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'story');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
  expect(screen.getByRole('progressbar')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(toasts).toEqual([]);
});

test('a failed publish keeps the text', async () => {
  const { toasts } = await open(
    answer(createPost, new Refusal(502, { message: 'Facebook does not answer.', code: 'upstream' })),
  );
  await choosePage();
  await writeByHand('Doors open at nine.');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Publish Failed', description: 'Facebook does not answer.' },
    ]),
  );
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Doors open at nine.');
});

test('after a lost answer the same text repeats the call, and a changed text makes another', async () => {
  const { toasts, calls } = await open(
    answer(createPost, () => {
      throw new TypeError('The line is cut');
    }),
  );
  await choosePage();
  await writeByHand('Hello');
  const press = async (times: number) => {
    await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
    await waitFor(() => expect(toasts).toHaveLength(times));
  };
  await press(1);
  expect(toasts[0]?.description).toContain("It won't be posted twice");
  await press(2);
  await userEvent.type(screen.getByRole('textbox', { name: 'Your content' }), '!');
  await press(3);
  const [first, again, changed] = writesIn(calls).map(({ key }) => key);
  expect(first).not.toBeNull();
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});

test('the next try after a failed one sends the post that was kept, and makes no second one', async () => {
  const { toasts, calls } = await open(
    answer(createPost, new Refusal(502, { message: 'Facebook does not answer.', code: 'upstream', postId: 41 })),
    answer(updatePost, buildPost({ id: 41, status: 'failed' })),
    answer(publishPost, buildPost({ id: 41 })),
  );
  await choosePage();
  await writeByHand('Doors open at nine.');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  expect(await screen.findByText(/Trying again sends the same post/)).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Your content' }), ' Really.');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Published to Facebook'));

  const writes = writesIn(calls).map(({ method, path, params }) => [method, path, params['id']]);
  expect(writes).toEqual([
    ['POST', '/api/posts', undefined],
    ['PATCH', '/api/posts/:id', '41'],
    ['POST', '/api/posts/:id/publish', '41'],
  ]);
  expect(writesIn(calls).find((call) => call.method === 'PATCH')?.body).toMatchObject({
    content: 'Doors open at nine. Really.',
    facebookPageId: 7,
  });
  expect(screen.queryByText(/Trying again sends the same post/)).toBeNull();
});

test('images go with a post for one page, also by way of several; what was taken out is not sent again', async () => {
  const stored = { mimeType: 'image/png', bytes: 9, width: 4, height: 4, durationSeconds: null, altText: null };
  const { calls } = await open(
    answer(uploadMedia, { id: 71, ...stored }),
    answer(createPost, new Refusal(502, { message: 'Facebook does not answer.', code: 'upstream', postId: 41 })),
    answer(updatePost, buildPost({ id: 41, status: 'failed' })),
    answer(publishPost, buildPost({ id: 41 })),
    answer(listPageGroups, []),
  );
  await choosePage();
  await writeByHand('Doors open at nine.');
  await userEvent.click(screen.getByRole('button', { name: 'Images' }));
  await userEvent.upload(
    await screen.findByLabelText('Files for Images'),
    new File(['x'], 'a.png', { type: 'image/png' }),
  );
  await screen.findByRole('textbox', { name: 'Alt text of the image' });
  expect(document.querySelector('section[aria-label="Preview"] img[src$="/api/media/71"]')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Choose several pages' }));
  await screen.findByRole('checkbox', { name: 'Corner Bakery' });
  await userEvent.click(screen.getByRole('button', { name: 'Choose one page' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Publish Now' }));
  await screen.findByText(/Trying again sends the same post/);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the image' }));
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect(writesIn(calls)).toHaveLength(3));
  expect(writesIn(calls).map(({ path, body }) => [path, body])).toMatchObject([
    ['/api/posts', { mediaType: 'image', mediaData: [{ id: 71, altText: null }] }],
    ['/api/posts/:id', { media: [] }],
    ['/api/posts/:id/publish', {}],
  ]);
});

test('a keyboard that asks for images goes on with them', async () => {
  await open();
  await writeByHand('Doors open at nine.');
  screen.getByRole('button', { name: 'Images' }).focus();
  await userEvent.keyboard('{Enter}');
  const add = await screen.findByRole('button', { name: 'Add images' });
  await waitFor(() => expect(document.activeElement).toBe(add));
});

test('a post that may be out is neither sent again nor made anew from here', async () => {
  const problem = { code: 'may_be_out', message: 'It may be out.', action: 'resolve' };
  const inDoubt = () =>
    new Refusal(409, { message: 'Tell us first whether you see it.', code: 'conflict', postId: 41, problem });
  const { calls, toasts } = await open(
    answer(createPost, inDoubt),
    answer(updatePost, inDoubt),
    answer(readPost, buildPost({ id: 41, status: 'publishing', problem })),
  );
  await choosePage();
  await writeByHand('Doors open at nine.');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  expect((await screen.findByRole('link', { name: /Tell us in Scheduled Posts/ })).getAttribute('href')).toBe(
    '/scheduled?post=41',
  );
  expect(screen.queryByRole('button', { name: 'Send as a new post' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() =>
    expect(toasts.filter(({ description }) => description === 'Tell us first whether you see it.')).toHaveLength(2),
  );
  expect(writesIn(calls).map(({ method }) => method)).toEqual(['POST', 'PATCH']);
});

test('a failed post that was deleted meanwhile is made anew', async () => {
  const answers = [new Refusal(502, { message: 'No answer.', code: 'upstream', postId: 41 }), buildPost()];
  const { toasts } = await open(
    answer(createPost, () => answers.shift() ?? buildPost()),
    answer(updatePost, 404),
  );
  await choosePage();
  await writeByHand('Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await screen.findByText(/Trying again sends the same post/);
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Published to Facebook'));
});

test('a post that Facebook has not confirmed is not called published', async () => {
  const { toasts } = await open(answer(createPost, buildPost({ status: 'publishing' })));
  await choosePage();
  await writeByHand('Doors open at nine.');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
});

test('with date and time the button schedules, and success starts the form afresh in AI mode', async () => {
  const { toasts, calls } = await open(
    answer(createPost, buildPost({ status: 'scheduled', scheduledAt: '2099-01-02T03:04:00.000Z' })),
  );
  await choosePage();
  await userEvent.selectOptions(screen.getByLabelText('Tone'), 'Exciting');
  await writeByHand('Doors open at nine.');
  await userEvent.type(screen.getByLabelText('Date'), '2099-01-02');
  await userEvent.type(screen.getByLabelText('Time'), '03:04');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Post' }));

  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Scheduled'));
  expect(writesIn(calls).at(-1)?.body).toMatchObject({
    status: 'scheduled',
    scheduledAt: new Date(2099, 0, 2, 3, 4).toISOString(),
    tone: 'exciting',
  });
  expect(screen.getByRole('tab', { name: 'AI Generate' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByLabelText<HTMLSelectElement>('Tone').value).toBe('Professional');
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('');
  expect(screen.getByRole('button', { name: 'Publish Now' })).toBeDefined();
});

test('a post goes to the next free slot of its page, and says which one it got', async () => {
  const at = '2099-01-02T03:04:00.000Z';
  const { toasts, calls } = await open(
    answer(freeSlots, { pages: [{ facebookPageId: 7, zone: 'UTC', at: [at] }], isCut: false }),
    answer(createPost, buildPost({ status: 'scheduled', scheduledAt: '2099-01-02T05:00:00.000Z' })),
  );
  await choosePage();
  await writeByHand('Doors open at nine.');
  await userEvent.click(await screen.findByRole('button', { name: /^Next free slot/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Post' }));

  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Scheduled'));
  const body = writesIn(calls).at(-1)?.body;
  expect(body).toMatchObject({ status: 'scheduled', nextSlot: { from: at } });
  expect(body).not.toHaveProperty('scheduledAt');
  expect(toasts.at(-1)?.description).toContain(formatDateTime('2099-01-02T05:00:00.000Z', browserTimeZone()));
});

test('the only page is chosen by itself, and makes no draft of an untouched screen', async () => {
  const { calls } = await open(
    answer(listPages, [buildPage(), buildPage({ id: 8, isConnected: false })]),
    answer(createPost, buildPost()),
  );
  expect(screen.getByLabelText('Facebook page').textContent).toBe('Corner Bakery');
  expect(writesIn(calls)).toEqual([]);
  await writeByHand('Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === createPost.path)?.body).toMatchObject({ facebookPageId: 7 }),
  );
});

test('without a connection nothing is sent, the post stays, and that is said', async () => {
  const { toasts, calls } = await open();
  await choosePage();
  await writeByHand('Hello');
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  line.mockRestore();
  expect(toasts).toEqual([
    {
      tone: 'destructive',
      title: "You're Offline",
      description: "Nothing was sent, and your post is kept here. Press Publish Now again when you're back online.",
    },
  ]);
  expect(calls.filter(({ path }) => path === createPost.path)).toEqual([]);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Hello');
});

test('a post without a page asks for one and takes the person there', async () => {
  const { toasts, calls } = await open();
  await writeByHand('Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  expect(toasts).toEqual([
    {
      tone: 'destructive',
      title: 'Facebook Page Required',
      description: 'Please select a Facebook page to publish this post.',
    },
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Facebook page'));
  expect(writesIn(calls)).toEqual([]);
});

test('manual text is counted as people count characters', async () => {
  await open();
  await writeByHand('Hi 👨‍👩‍👧');
  expect(screen.getByText('4 characters')).toBeDefined();
});

test('the draft is still there after a look at another screen', async () => {
  const { unmount } = await open();
  await writeByHand('Not yet done');
  unmount();
  await open();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Not yet done');
});

test('an article for the tech site is generated, read and published', async () => {
  const { calls, toasts } = await open(
    answer(generateFiztechContent, {
      content: { title: 'Phone X', body: 'It rings.', tags: ['phones'] },
      generationId: 32,
    }),
    answer(publishToFiztech, { message: 'Published to Fiztech' }),
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate Content' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Publish to Fiztech' }));
  expect(toasts.at(-1)).toEqual({
    tone: 'destructive',
    title: 'No Content',
    description: 'Please generate content first before publishing to Fiztech.',
  });
  await userEvent.type(screen.getByLabelText('Product name'), 'Phone X');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Content' }));
  await screen.findByText(/It rings\./);
  await userEvent.click(screen.getByRole('button', { name: 'Publish to Fiztech' }));
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ tone: 'default', title: 'Published to Fiztech' }));
  expect(writesIn(calls).at(-1)).toMatchObject({
    path: '/api/fiztech-publish',
    body: {
      generationId: 32,
      contentType: 'review',
      content: { title: 'Phone X', body: 'It rings.', tags: ['phones'] },
    },
  });
});

test('a review without a product is asked for it, however it is sent', async () => {
  const { calls, toasts } = await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  fireEvent.submit(screen.getByLabelText('Product name'));
  expect(toasts).toEqual([
    { tone: 'destructive', title: 'Missing Information', description: 'Please enter a product name.' },
  ]);
  expect(calls.some(({ path }) => path === generateFiztechContent.path)).toBe(false);
});

test("an article that cannot be generated shows the server's sentence", async () => {
  const { toasts } = await open(
    answer(generateFiztechContent, new Refusal(502, { message: "The AI isn't responding right now.", code: 'down' })),
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  await userEvent.type(screen.getByLabelText('Product name'), 'Phone X');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Content' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({
      tone: 'destructive',
      title: 'Generation Failed',
      description: "The AI isn't responding right now.",
    }),
  );
});
