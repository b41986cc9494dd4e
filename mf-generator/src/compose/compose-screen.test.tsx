// @vitest-environment jsdom
import { checkPost, createPost, deleteDraft, facebookConfig, generateContent, generateFiztechContent, listDrafts, listPages, publishPost, publishToFiztech, readDraft, readStatus, saveDraft, updatePost, type Draft } from '@pagecast/api/contract';
import { answer, buildPage, buildPost, pieces, Refusal, renderScreen, type Answer, type SeenCall } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ComposeScreen } from './compose-screen.tsx';
import { emptyDraft } from './draft.ts';

const config = answer(facebookConfig, { appId: '1', version: 'v19.0', sdkUrl: '/sdk.js', supportEmail: 'a@b.c', fiztechHost: 'fiztech.example' });
const onePage = answer(listPages, [buildPage(), buildPage({ id: 8, name: 'Lost Page', isConnected: false })]);
const writer = answer(generateContent, { content: 'Warm loaves at eight. #bread', generationId: 31 });
const nothingInTheWay = answer(checkPost, { repetitions: [], near: [] });

/** The drafts of the server, which keeps them as the real one does. */
let drafts: Map<string, Draft>;
const keeper = [
  answer(listDrafts, () => [...drafts.values()].map(({ key, revision, updatedAt, fields }) => ({ key, revision, updatedAt, platform: fields.platform, pageId: fields.pageId, excerpt: fields.manual || fields.generated }))),
  answer(readDraft, ({ params }) => drafts.get(String(params.key)) ?? new Refusal(404)),
  answer(saveDraft, ({ params, body }) => {
    const found = drafts.get(String(params.key));
    if (found !== undefined && found.revision !== body.revision) return new Refusal(409, { message: 'Changed', code: 'conflict', draft: found });
    const saved = { key: String(params.key), revision: body.revision + 1, updatedAt: '2026-11-21T08:00:00.000Z', fields: body.fields };
    drafts.set(saved.key, saved);
    return saved;
  }),
  answer(deleteDraft, ({ params }) => { drafts.delete(String(params.key)); return { success: true as const }; }),
];

beforeEach(() => {
  drafts = new Map();
  localStorage.clear();
  sessionStorage.clear();
});

/** The writes about posts, without those that keep the draft. */
const writesIn = (calls: readonly SeenCall[]) => calls.filter(({ method, path }) => method !== 'GET' && /^\/api\/(posts|fiztech-publish)/.test(path) && path !== checkPost.path);

async function open(...routes: Answer[]) {
  const shown = renderScreen(ComposeScreen, { path: '/content-generator', routes: [config, onePage, writer, nothingInTheWay, ...keeper, ...routes] });
  await screen.findByRole('heading', { level: 1, name: 'Create content for Facebook and fiztech.example' });
  await waitFor(() => expect(document.querySelector('.animate-glow')).toBeNull());
  return shown;
}

async function generate() {
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'promotional');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
  return await screen.findByRole('textbox', { name: 'Generated content' });
}

async function writeByHand(text: string) {
  await userEvent.click(screen.getByRole('tab', { name: 'Manual Input' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your content' }), text);
}

const choosePage = () => userEvent.selectOptions(screen.getByLabelText('Facebook page'), 'Corner Bakery');

test('only connected pages can be chosen', async () => {
  await open();
  expect(screen.getByRole('option', { name: 'Corner Bakery' })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'Lost Page' })).toBeNull();
});

const lost = (id: number, name: string) => buildPage({ id, name, isConnected: false, problem: { code: 'auth', message: 'Facebook no longer accepts our access.', action: 'reconnect' } });

test.each([
  [['Lost Page'], [buildPage()], 'Lost Page cannot be chosen until you reconnect it.'],
  [['A', 'B', 'C', 'D', 'E'], [], 'A, B, C, and 2 more cannot be chosen until you reconnect them.'],
])('pages that lost their access (%j) are named, with the way to bring them back', async (names, others, said) => {
  const { reconnect } = await open(answer(listPages, [...others, ...names.map((name, index) => lost(index + 20, name))]));
  expect(screen.getByText(said)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(reconnect).toHaveBeenCalledTimes(1);
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
    content: 'Warm loaves at eight. #bread See you!', generationId: 31, status: 'published', tone: 'professional', isAiGenerated: true, facebookPageId: 7, publishPlatform: 'facebook',
  });
  expect(screen.queryByRole('textbox', { name: 'Generated content' })).toBeNull();
});

test.each([['development', 1], ['production', 0]] as const)('in app mode %s the composer says who will see the post: %i', async (appMode, times) => {
  const { calls } = await open(answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode }));
  await waitFor(() => expect(calls.some(({ path }) => path === readStatus.path)).toBe(true));
  await waitFor(() => expect(screen.queryAllByText(/only people with a role on the app will see this post/)).toHaveLength(times));
});

test('a failed generation shows the server\'s reason', async () => {
  const { toasts } = await open(answer(generateContent, new Refusal(502, { message: 'The writer is busy.', code: 'upstream' })));
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'story');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'destructive', title: 'Generation Failed', description: 'The writer is busy.' }]));
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
  const { toasts } = await open(answer(createPost, new Refusal(502, { message: 'Facebook does not answer.', code: 'upstream' })));
  await choosePage();
  await writeByHand('Doors open at nine.');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'destructive', title: 'Publish Failed', description: 'Facebook does not answer.' }]));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Doors open at nine.');
});

test('after a lost answer the same button with the same text repeats the call, and a changed text makes another', async () => {
  const { toasts, calls } = await open(answer(createPost, () => { throw new TypeError('The line is cut'); }));
  await choosePage();
  await writeByHand('Hello');
  const press = async (times: number) => {
    await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
    await waitFor(() => expect(toasts).toHaveLength(times));
  };
  await press(1);
  expect(toasts[0]?.description).toContain('it is not made twice');
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
  expect(await screen.findByText(/The next one sends the same post again/)).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Your content' }), ' Really.');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Published to Facebook'));

  const writes = writesIn(calls).map(({ method, path, params }) => [method, path, params['id']]);
  expect(writes).toEqual([['POST', '/api/posts', undefined], ['PATCH', '/api/posts/:id', '41'], ['POST', '/api/posts/:id/publish', '41']]);
  expect(writesIn(calls).find((call) => call.method === 'PATCH')?.body).toMatchObject({ content: 'Doors open at nine. Really.', facebookPageId: 7 });
  expect(screen.queryByText(/The next one sends the same post again/)).toBeNull();
});

test('a failed post that was deleted meanwhile is made anew', async () => {
  const answers = [new Refusal(502, { message: 'No answer.', code: 'upstream', postId: 41 }), buildPost()];
  const { toasts } = await open(answer(createPost, () => answers.shift() ?? buildPost()), answer(updatePost, 404));
  await choosePage();
  await writeByHand('Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await screen.findByText(/The next one sends the same post again/);
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
  const { toasts, calls } = await open(answer(createPost, buildPost({ status: 'scheduled', scheduledAt: '2099-01-02T03:04:00.000Z' })));
  await choosePage();
  await userEvent.selectOptions(screen.getByLabelText('Tone'), 'Exciting');
  await writeByHand('Doors open at nine.');
  await userEvent.type(screen.getByLabelText('Date'), '2099-01-02');
  await userEvent.type(screen.getByLabelText('Time'), '03:04');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Post' }));

  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Scheduled'));
  expect(writesIn(calls).at(-1)?.body).toMatchObject({ status: 'scheduled', scheduledAt: new Date(2099, 0, 2, 3, 4).toISOString(), tone: 'exciting' });
  expect(screen.getByRole('tab', { name: 'AI Generate' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByLabelText<HTMLSelectElement>('Tone').value).toBe('Professional');
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('');
  expect(screen.getByRole('button', { name: 'Publish Now' })).toBeDefined();
});

test('a post without a page asks for one and takes the person there', async () => {
  const { toasts, calls } = await open();
  await writeByHand('Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  expect(toasts).toEqual([{ tone: 'destructive', title: 'Facebook Page Required', description: 'Please select a Facebook page to publish this post.' }]);
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
    answer(generateFiztechContent, { content: { title: 'Phone X', body: 'It rings.', tags: ['phones'] }, generationId: 32 }), answer(publishToFiztech, { message: 'Published to Fiztech' }),
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate Content' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Publish to Fiztech' }));
  expect(toasts.at(-1)).toEqual({ tone: 'destructive', title: 'No Content', description: 'Please generate content first before publishing to Fiztech.' });
  await userEvent.type(screen.getByLabelText('Product name'), 'Phone X');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Content' }));
  await screen.findByText(/It rings\./);
  await userEvent.click(screen.getByRole('button', { name: 'Publish to Fiztech' }));
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ tone: 'default', title: 'Published to Fiztech' }));
  expect(writesIn(calls).at(-1)).toMatchObject({ path: '/api/fiztech-publish', body: { generationId: 32, contentType: 'review', content: { title: 'Phone X', body: 'It rings.', tags: ['phones'] } } });
});

test('a review without a product is asked for it, however it is sent', async () => {
  const { calls, toasts } = await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  fireEvent.submit(screen.getByLabelText('Product name'));
  expect(toasts).toEqual([{ tone: 'destructive', title: 'Missing Information', description: 'Please enter a product name.' }]);
  expect(calls.some(({ path }) => path === generateFiztechContent.path)).toBe(false);
});

test('an article that cannot be generated shows the server\'s sentence', async () => {
  const { toasts } = await open(answer(generateFiztechContent, new Refusal(502, { message: 'The AI does not answer right now.', code: 'down' })));
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  await userEvent.type(screen.getByLabelText('Product name'), 'Phone X');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Content' }));
  await waitFor(() => expect(toasts.at(-1)).toEqual({ tone: 'destructive', title: 'Generation Failed', description: 'The AI does not answer right now.' }));
});

async function startGenerating() {
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'promotional');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  await userEvent.click(screen.getByRole('button', { name: /^Generate|^Regenerate/ }));
}

test('the text streams into the screen and the preview while it is written, and can be edited once it is whole', async () => {
  const { response, bring } = pieces();
  const { toasts } = await open(answer(generateContent, response));
  await startGenerating();
  bring('piece', { text: 'Warm ', generationId: 5 });
  bring('piece', { text: 'loaves', generationId: 5 });
  await waitFor(() => expect(screen.getByRole('region', { name: 'Text so far' }).textContent).toBe('Warm loaves'));
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('Warm loaves');
  expect(screen.queryByRole('textbox', { name: 'Generated content' })).toBeNull();
  bring('done', { content: 'Warm loaves at eight.', generationId: 5 });
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Generated content' })).value).toBe('Warm loaves at eight.');
  expect(toasts).toEqual([{ tone: 'default', title: 'Content Generated' }]);
});

test('Stop keeps what came, and the text before can be brought back', async () => {
  const { response, bring } = pieces();
  const answers = [{ content: 'The first text.', generationId: 4 }, response];
  const { toasts } = await open(answer(generateContent, () => answers.shift() ?? response));
  await startGenerating();
  await screen.findByRole('textbox', { name: 'Generated content' });
  await userEvent.click(screen.getByRole('button', { name: 'Regenerate' }));
  bring('piece', { text: 'Half of', generationId: 5 });
  await screen.findByRole('region', { name: 'Text so far' });
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Generated content' });
  expect(editor.value).toBe('Half of');
  expect(toasts.map(({ title }) => title)).toEqual(['Content Generated']);
  await userEvent.click(screen.getByRole('button', { name: 'Previous version' }));
  expect(editor.value).toBe('The first text.');
});

test('a text that breaks off is kept, with the reason', async () => {
  const { response, bring } = pieces();
  const { toasts } = await open(answer(generateContent, response));
  await startGenerating();
  bring('piece', { text: 'Half of', generationId: 5 });
  bring('failed', { message: 'The AI stopped in the middle of the text.', code: 'broken-off' });
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Generated content' })).value).toBe('Half of');
  expect(toasts).toEqual([{ tone: 'destructive', title: 'Generation Failed', description: 'The AI stopped in the middle of the text.' }]);
});

test('while the text is written nothing goes out', async () => {
  const { toasts, calls } = await open(answer(generateContent, pieces().response));
  await choosePage();
  await startGenerating();
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  expect(toasts.at(-1)?.title).toBe('Still Writing');
  expect(writesIn(calls)).toEqual([]);
});

test('what the page has already, and what is close in time, is told by one call', async () => {
  const other = { status: 'published' as const, at: '2026-11-20T08:00:00.000Z', excerpt: 'Fresh bread' };
  const { calls } = await open(answer(checkPost, ({ body }) => ({
    repetitions: [{ ...other, id: 3, isExact: true }], near: body.scheduledAt ? [] : [{ ...other, id: 4, at: new Date(Date.now() - 10 * 60_000).toISOString() }],
  })));
  await choosePage();
  await writeByHand('Fresh bread https//bakery.example');
  expect(await screen.findByText(/The same text went out on Corner Bakery/)).toBeDefined();
  expect(screen.getByText(/Another post went out on Corner Bakery 10 min before/)).toBeDefined();
  expect(screen.getByText(/“https\/\/bakery.example” will not be a link/)).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'See that post' }).map((link) => link.getAttribute('href'))).toEqual(['/history/post?id=3', '/history/post?id=4']);
  expect(calls.filter(({ path }) => path === checkPost.path)).toHaveLength(1);
});

test('a text longer than Facebook takes is kept here, with how much is too much', async () => {
  const { toasts, calls } = await open();
  await choosePage();
  await userEvent.click(screen.getByRole('tab', { name: 'Manual Input' }));
  await userEvent.click(screen.getByRole('textbox', { name: 'Your content' }));
  await userEvent.paste('x'.repeat(63_210));
  expect(screen.getByText(/Shorten it by 4/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  expect(toasts.at(-1)).toMatchObject({ title: 'Publish Failed', description: expect.stringContaining('63,206') });
  expect(writesIn(calls)).toEqual([]);
});

test('a draft is saved by itself, listed, opened again, and is gone once its post is out', async () => {
  await open(answer(createPost, buildPost()));
  await choosePage();
  await writeByHand('The first');
  expect(await screen.findByText(/Draft saved at/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'New draft' }));
  await writeByHand('The second');
  await waitFor(() => expect([...drafts.values()].map(({ fields }) => fields.manual)).toEqual(['The first', 'The second']));
  await userEvent.click(screen.getByRole('button', { name: 'Drafts' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Open draft: The first' }));
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('The first'));
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect([...drafts.values()].map(({ fields }) => fields.manual)).toEqual(['The second']));
});

test('a draft is discarded only after a question', async () => {
  await open();
  await writeByHand('Away with it');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(screen.queryByText('Away with it')).toBeNull());
  expect(drafts.size).toBe(0);
});

test('a draft that another tab changed is not written over: both can be kept', async () => {
  await open();
  await writeByHand('Mine');
  await screen.findByText(/Draft saved at/);
  const [mine] = [...drafts.values()];
  if (mine === undefined) throw new Error('The draft was not saved');
  drafts.set(mine.key, { ...mine, revision: 7, fields: { ...mine.fields, manual: 'Theirs' } });
  await userEvent.type(screen.getByRole('textbox', { name: 'Your content' }), ', changed');
  expect((await screen.findByRole('alert')).textContent).toContain('changed in another tab');
  await userEvent.click(screen.getByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect([...drafts.values()].map(({ fields }) => fields.manual)).toEqual(['Theirs', 'Mine, changed']));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('while drafts cannot be saved that is said, and the text stays', async () => {
  await open(answer(saveDraft, () => { throw new TypeError('The line is cut'); }));
  await writeByHand('Offline');
  expect(await screen.findByText(/Kept in this browser only. You are offline./)).toBeDefined();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Offline');
});

test('a day from the calendar is filled in, and the address forgets it', async () => {
  const { address } = renderScreen(ComposeScreen, { path: '/content-generator', search: 'date=2099-01-02&pageId=7', routes: [config, onePage, writer, nothingInTheWay, ...keeper] });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2099-01-02'));
  expect((await screen.findByLabelText<HTMLSelectElement>('Facebook page')).value).toBe('7');
  expect(address()).toMatch(/^\/content-generator\??$/);
});

test('an article is shown as formatted text, its HTML as text, and can be edited before it goes out', async () => {
  const content = { title: 'Phone X', body: '## Verdict\n\nIt **rings**. <img src=x onerror=alert(1)> [Shop](javascript:alert(1))', tags: ['phones'], productName: 'Phone X' };
  const { calls } = await open(answer(generateFiztechContent, { content, generationId: 32 }), answer(publishToFiztech, { message: 'Published to Fiztech' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  await userEvent.type(screen.getByLabelText('Product name'), 'Phone X');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Content' }));
  expect(await screen.findByRole('heading', { name: 'Verdict' })).toBeDefined();
  expect(screen.getByText('rings').tagName).toBe('STRONG');
  expect(document.querySelector('img[src=x]')).toBeNull();
  expect(screen.getByText('Shop').getAttribute('href')).not.toMatch(/javascript/);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' reviewed');
  await userEvent.click(screen.getByRole('button', { name: 'Publish to Fiztech' }));
  await waitFor(() => expect(writesIn(calls).at(-1)?.body).toMatchObject({ contentType: 'review', content: { ...content, title: 'Phone X reviewed' } }));
});

test('a draft from another device is offered, and out of the way once something is written', async () => {
  const key = '6f1f2b7e-3d0a-4f3e-9a53-0d8f6f0a1c11';
  drafts.set(key, { key, revision: 2, updatedAt: '2026-11-21T08:00:00.000Z', fields: { ...emptyDraft, mode: 'manual', manual: 'From my phone' } });
  const { unmount } = await open();
  expect(await screen.findByText('You have a draft: “From my phone”')).toBeDefined();
  await userEvent.type(screen.getByLabelText(/keywords/i), 'x');
  expect(screen.queryByText(/You have a draft/)).toBeNull();
  unmount();
  localStorage.clear();
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Open draft' }));
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('From my phone'));
});
