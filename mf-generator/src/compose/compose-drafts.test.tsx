// @vitest-environment jsdom
import {
  checkPost,
  createPost,
  generateContent,
  generateFiztechContent,
  publishToFiztech,
  saveDraft,
} from '@pagecast/api/contract';
import { announce } from '@pagecast/shell/kit';
import { answer, buildPost, chunks, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ComposeScreen } from './compose-screen.tsx';
import {
  config,
  somePages,
  writer,
  nothingInTheWay,
  drafts,
  writesIn,
  open,
  openAt,
  writeByHand,
  choosePage,
  keeper,
} from './compose-testing.tsx';
import { emptyDraft } from '../drafts/draft.ts';

async function startGenerating() {
  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'promotional');
  await userEvent.type(screen.getByLabelText(/keywords/i), 'bread');
  await userEvent.click(screen.getByRole('button', { name: /^Generate|^Regenerate/ }));
}

test('the text streams into screen and preview while it is written, and can be edited once it is whole', async () => {
  const { response, bring } = chunks();
  const { toasts } = await open(answer(generateContent, response));
  await startGenerating();
  bring('piece', { text: 'Warm ', generationId: 5 });
  bring('piece', { text: 'loaves', generationId: 5 });
  await waitFor(() => expect(screen.getByRole('region', { name: 'Text so far' }).textContent).toBe('Warm loaves'));
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('Warm loaves');
  expect(screen.queryByRole('textbox', { name: 'Generated content' })).toBeNull();
  bring('done', { content: 'Warm loaves at eight.', generationId: 5 });
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Generated content' })).value).toBe(
    'Warm loaves at eight.',
  );
  expect(toasts).toEqual([{ tone: 'default', title: 'Content Generated' }]);
});

test('Stop keeps what came, and the text before can be brought back', async () => {
  const { response, bring } = chunks();
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

test('a text goes on being written for its draft while another one is open', async () => {
  const { response, bring } = chunks();
  await open(answer(generateContent, response));
  await startGenerating();
  bring('piece', { text: 'Half of', generationId: 5 });
  await screen.findByRole('region', { name: 'Text so far' });
  await userEvent.click(screen.getByRole('button', { name: 'New draft' }));
  await waitFor(() => expect(screen.queryByText('Half of')).toBeNull());
  expect(screen.getByRole('button', { name: 'Generate Content' })).toBeDefined();
  bring('done', { content: 'Half of it, and the rest.', generationId: 5 });
  await waitFor(() =>
    expect([...drafts.values()].map(({ fields }) => fields.generated)).toEqual(['Half of it, and the rest.']),
  );
  expect(screen.queryByRole('textbox', { name: 'Generated content' })).toBeNull();
});

test('a text that breaks off is kept, with the reason', async () => {
  const { response, bring } = chunks();
  const { toasts } = await open(answer(generateContent, response));
  await startGenerating();
  bring('piece', { text: 'Half of', generationId: 5 });
  bring('failed', { message: 'The AI stopped in the middle of the text.', code: 'broken-off' });
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Generated content' })).value).toBe(
    'Half of',
  );
  expect(toasts).toEqual([
    { tone: 'destructive', title: 'Generation Failed', description: 'The AI stopped in the middle of the text.' },
  ]);
});

test('while the text is written nothing goes out', async () => {
  const { toasts, calls } = await open(answer(generateContent, chunks().response));
  await choosePage();
  await startGenerating();
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  expect(toasts.at(-1)?.title).toBe('Still Writing');
  expect(writesIn(calls)).toEqual([]);
});

test('what the page has already, and what is close in time, is told by one call', async () => {
  // Ten minutes stay ten, however late they are shown.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const other = { status: 'published' as const, at: '2026-11-20T08:00:00.000Z', excerpt: 'Fresh bread' };
  const { calls } = await open(
    answer(checkPost, ({ body }) => ({
      repetitions: [{ ...other, id: 3, isExact: true }],
      near: body.scheduledAt ? [] : [{ ...other, id: 4, at: new Date(Date.now() - 10 * 60_000).toISOString() }],
    })),
  );
  await choosePage();
  const content = 'Fresh bread https//bakery.example';
  await writeByHand(content);
  expect(await screen.findByText(/The same post was published on Corner Bakery/)).toBeDefined();
  expect(screen.getByText(/Corner Bakery posted 10 min earlier/)).toBeDefined();
  expect(screen.getByText(/“https\/\/bakery.example” won't be a link/)).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'See that post' }).map((link) => link.getAttribute('href'))).toEqual([
    '/history/post?id=3',
    '/history/post?id=4',
  ]);
  // Whoever pauses in the middle of it has asked about the beginning before.
  const ofTheWhole = () =>
    calls.filter(({ path, body }) => path === checkPost.path && (body as { content: string }).content === content);
  await waitFor(() => expect(ofTheWhole()).toHaveLength(1));
});

test('what is wrong with the text is said with the press that mends it', async () => {
  const { calls } = await open(
    answer(checkPost, ({ body }) => ({
      repetitions: [],
      near: [],
      text: body.content.includes('# ')
        ? [{ code: 'hashtags', detail: 'spaced', repaired: body.content.replace('# ', '#') }]
        : [],
    })),
  );
  await choosePage();
  await writeByHand('Fresh bread # Roti');
  await userEvent.click(await screen.findByRole('button', { name: 'Fix hashtags' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Fresh bread #Roti');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Checks' }));
  expect(await screen.findByText(/^Looks good/)).toBeDefined();
  const checks = calls.filter(({ path }) => path === checkPost.path);
  // Nothing was asked of the AI that the text could be compared with.
  expect(checks.map(({ body }) => Object.keys(body ?? {}).includes('asked'))).not.toContain(true);
});

test('a text by the AI is compared with what it was asked for, and written again at one press', async () => {
  const { calls } = await open(
    answer(checkPost, {
      repetitions: [],
      near: [],
      text: [{ code: 'language', detail: 'Bahasa Melayu', repaired: null }],
    }),
  );
  await choosePage();
  await startGenerating();
  expect(await screen.findByText('You asked for English, but this looks like Bahasa Melayu.')).toBeDefined();
  expect(calls.find(({ path }) => path === checkPost.path)?.body).toMatchObject({
    asked: { language: 'English', length: 'Medium' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Write it again' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === generateContent.path)).toHaveLength(2));
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
  await waitFor(() =>
    expect([...drafts.values()].map(({ fields }) => fields.manual)).toEqual(['The first', 'The second']),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Drafts' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Open draft: The first' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('The first'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
  await waitFor(() => expect([...drafts.values()].map(({ fields }) => fields.manual)).toEqual(['The second']));
});

test('a draft is deleted only after a question', async () => {
  await open();
  await writeByHand('Away with it');
  await userEvent.click(screen.getByRole('button', { name: 'Delete draft' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this draft?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete draft' }));
  await waitFor(() => expect(screen.queryByText('Away with it')).toBeNull());
  // It may have been saved before, and is deleted there then.
  await waitFor(() => expect(drafts.size).toBe(0));
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
  await waitFor(() =>
    expect([...drafts.values()].map(({ fields }) => fields.manual)).toEqual(['Theirs', 'Mine, changed']),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

test('while drafts cannot be saved that is said, and the text stays', async () => {
  await open(
    answer(saveDraft, () => {
      throw new TypeError('The line is cut');
    }),
  );
  await writeByHand('Offline');
  expect(await screen.findByText(/Saved in this browser only. We can't reach Pagecast./)).toBeDefined();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Offline');
});

test('a draft that the end of the session refused is saved as soon as the person is in again', async () => {
  let isIn = false;
  await open(
    answer(saveDraft, ({ params, body }) => {
      if (!isIn) return new Refusal(401);
      drafts.set(String(params.key), {
        ...body,
        key: String(params.key),
        revision: 1,
        updatedAt: '2026-11-21T08:00:00Z',
      });
      return { ...body, key: String(params.key), revision: 1, updatedAt: '2026-11-21T08:00:00Z' };
    }),
  );
  await writeByHand('Logged out meanwhile');
  await screen.findByText(/Saved in this browser only/);
  isIn = true;
  announce('back');
  await screen.findByText(/Draft saved at/);
  expect([...drafts.values()].map(({ fields }) => fields.manual)).toEqual(['Logged out meanwhile']);
});

test('a day from the calendar is filled in, and the address forgets it', async () => {
  const { address } = renderScreen(ComposeScreen, {
    path: '/content-generator',
    search: 'date=2099-01-02&pageId=7',
    routes: [config, somePages, writer, nothingInTheWay, ...keeper],
  });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2099-01-02'));
  expect((await screen.findByLabelText('Facebook page')).textContent).toBe('Corner Bakery');
  expect(address()).toMatch(/^\/content-generator\??$/);
});

test('an article is shown as formatted text, its HTML as text, and can be edited before it goes out', async () => {
  const content = {
    title: 'Phone X',
    body: '## Verdict\n\nIt **rings**. <img src=x onerror=alert(1)> [Shop](javascript:alert(1))',
    tags: ['phones'],
    productName: 'Phone X',
  };
  const { calls } = await open(
    answer(generateFiztechContent, { content, generationId: 32 }),
    answer(publishToFiztech, { message: 'Published to Fiztech' }),
  );
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
  await waitFor(() =>
    expect(writesIn(calls).at(-1)?.body).toMatchObject({
      contentType: 'review',
      content: { ...content, title: 'Phone X reviewed' },
    }),
  );
});

test('a draft from another device is offered, and out of the way once something is written', async () => {
  const key = '6f1f2b7e-3d0a-4f3e-9a53-0d8f6f0a1c11';
  drafts.set(key, {
    key,
    revision: 2,
    updatedAt: '2026-11-21T08:00:00.000Z',
    fields: { ...emptyDraft, mode: 'manual', manual: 'From my phone' },
  });
  const { unmount } = await open();
  expect(await screen.findByText('You have a draft: “From my phone”')).toBeDefined();
  await userEvent.type(screen.getByLabelText(/keywords/i), 'x');
  expect(screen.queryByText(/You have a draft/)).toBeNull();
  unmount();
  localStorage.clear();
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Open draft' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('From my phone'),
  );
});

test('a draft that the address names is opened, once', async () => {
  const key = '4b1c8a54-9d3c-4a55-9a0b-7a3c1d9e4f10';
  drafts.set(key, {
    key,
    revision: 1,
    updatedAt: '2026-11-21T08:00:00.000Z',
    fields: { ...emptyDraft, mode: 'manual', manual: 'Bread from seven.' },
  });
  const { address } = await openAt(`/content-generator?draft=${key}`);
  expect(await screen.findByRole('textbox', { name: 'Your content' })).toHaveProperty('value', 'Bread from seven.');
  expect(address()).toBe('/content-generator');
});

test('a draft that is gone by then is said to be', async () => {
  const { toasts } = await openAt('/content-generator?draft=4b1c8a54-9d3c-4a55-9a0b-7a3c1d9e4f11');
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ tone: 'destructive', title: "The draft didn't open" }));
});
