// @vitest-environment jsdom
import { createPost, estimateRewriting, rewriteText, stopWriting } from '@pagecast/api/contract';
import { answer, buildPost, chunks, Refusal } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { choosePage, generate, open, writeByHand } from '../compose-testing.tsx';

const estimate = answer(estimateRewriting, { usualMicros: 420, mostMicros: 6200 });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /content$/i });
const press = async (name: string | RegExp) => userEvent.click(await button(name));

test('a selected part is rewritten, shown as a diff, kept, undone and redone', async () => {
  const { calls } = await open(
    estimate,
    answer(rewriteText, { content: 'Cosy bread', generationId: 44, costMicros: 380 }),
  );
  await generate();
  await press('Rewrite');
  expect(await screen.findByText(/The whole text, 5 words/)).toBeDefined();
  text().focus();
  text().setSelectionRange(0, 11);
  document.dispatchEvent(new Event('selectionchange'));
  expect(await screen.findByText(/“Warm loaves”, 2 words/)).toBeDefined();
  expect(await screen.findByText('AI cost of each: about $0.0004, at most $0.0062.')).toBeDefined();
  await press('Shorten');

  const change = await screen.findByRole('region', { name: 'Suggested change' });
  expect(
    within(change)
      .getByText(/Cosy bread/)
      .closest('ins'),
  ).not.toBeNull();
  expect(
    within(change)
      .getByText(/Warm loaves/)
      .closest('del'),
  ).not.toBeNull();
  expect(within(change).getByRole('status').textContent).toContain('It cost $0.0004.');
  expect(calls.find(({ path }) => path === rewriteText.path)?.body).toEqual({
    rewriting: 'shorten',
    text: 'Warm loaves',
    before: '',
    after: ' at eight. #bread',
    facebookPageId: null,
  });
  expect(text().value).toBe('Warm loaves at eight. #bread');
  // What is written meanwhile stays.
  await userEvent.type(text(), ' Bring a bag.');
  await press('Keep');
  expect(text().value).toBe('Cosy bread at eight. #bread Bring a bag.');
  expect([document.activeElement, text().selectionStart, text().selectionEnd]).toEqual([text(), 0, 10]);
  fireEvent.change(text(), { target: { value: `${text().value} Tell us how many.` } });
  await press('Undo change');
  expect(text().value).toBe('Warm loaves at eight. #bread Bring a bag. Tell us how many.');
  await press('Redo change');
  expect(text().value).toBe('Cosy bread at eight. #bread Bring a bag. Tell us how many.');
});

test('stopped, the text is as it was, and the server hears of it', async () => {
  const { response, bring } = chunks();
  const { calls, toasts } = await open(
    estimate,
    answer(rewriteText, response),
    answer(stopWriting, { isStopped: true }),
  );
  await generate();
  await press('Rewrite');
  await press('Lengthen');
  bring('piece', { text: '', generationId: 44 });
  bring('piece', { text: 'Warm and', generationId: 44 });
  expect(await screen.findByText('Warm and')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Rewriting your text' })).toBeDefined();
  await press('Stop');
  expect(text().value).toBe('Warm loaves at eight. #bread');
  expect(document.activeElement).toBe(text());
  await waitFor(() =>
    expect(calls.find(({ path }) => path === stopWriting.path)).toMatchObject({ params: { id: '44' } }),
  );
  expect(toasts.filter(({ tone }) => tone === 'destructive')).toEqual([]);
});

test('stopped before it began, the server hears of it as soon as it begins', async () => {
  const { response, bring } = chunks();
  const { calls } = await open(estimate, answer(rewriteText, response), answer(stopWriting, { isStopped: true }));
  await generate();
  await press('Rewrite');
  await press('To English');
  await press('Stop');
  bring('piece', { text: '', generationId: 45 });
  await waitFor(() =>
    expect(calls.find(({ path }) => path === stopWriting.path)).toMatchObject({ params: { id: '45' } }),
  );
});

test('who writes on while it comes keeps the caret, and who waited at Stop goes on at what came', async () => {
  const { response, bring } = chunks();
  const other = chunks();
  const answers = [response, other.response];
  await open(
    estimate,
    answer(rewriteText, () => answers.shift() as never),
  );
  await generate();
  await press('Rewrite');
  await press('Shorten');
  await userEvent.type(text(), ' More.');
  bring('done', { content: 'Bread at eight', generationId: 44, costMicros: 1 });
  await screen.findByRole('region', { name: 'Suggested change' });
  expect(document.activeElement).toBe(text());
  await press('Discard');
  await press('Shorten');
  expect(document.activeElement).toBe(await button('Stop'));
  other.bring('done', { content: 'Bread at eight', generationId: 45, costMicros: 1 });
  const heading = await screen.findByRole('heading', { name: 'Suggested change' });
  expect(document.activeElement).toBe(heading);
});

test('what is suggested while the text by hand shows is there on the way back', async () => {
  const { response, bring } = chunks();
  await open(estimate, answer(rewriteText, response));
  await generate();
  await press('Rewrite');
  await press('Shorten');
  bring('piece', { text: 'Bread', generationId: 44 });
  await userEvent.click(screen.getByRole('tab', { name: 'Manual Input' }));
  bring('done', { content: 'Bread at eight', generationId: 44, costMicros: 1 });
  await userEvent.click(screen.getByRole('tab', { name: 'AI Generate' }));
  await press('Keep');
  expect(text().value).toBe('Bread at eight');
});

test('what fails leaves the text, and a lost answer is asked for by the same key', async () => {
  let tries = 0;
  const { calls, toasts } = await open(
    estimate,
    answer(rewriteText, () => {
      tries += 1;
      return tries === 1
        ? new Refusal(503, null)
        : { content: 'Warm loaves at 8. #bread', generationId: 44, costMicros: null };
    }),
  );
  await generate();
  await press('Rewrite');
  await press('Fix spelling');
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Not Rewritten'));
  expect(text().value).toBe('Warm loaves at eight. #bread');
  await press('Fix spelling');
  expect(await screen.findByText(/Its price is unknown/)).toBeDefined();
  const keys = calls.filter(({ path }) => path === rewriteText.path).map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('a part that was changed meanwhile is left alone', async () => {
  await open(estimate, answer(rewriteText, { content: 'Other words', generationId: 44, costMicros: 1 }));
  await generate();
  await press('Rewrite');
  await press('Change tone');
  await screen.findByRole('region', { name: 'Suggested change' });
  fireEvent.change(text(), { target: { value: 'Mine' } });
  expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull();
  expect(await button('Copy suggestion')).toBeDefined();
  await press('Discard');
  expect(text().value).toBe('Mine');
});

test('a text by hand that the AI rewrote says so with its post', async () => {
  const { calls } = await open(
    estimate,
    answer(rewriteText, { content: 'Roti pada pukul lapan', generationId: 44, costMicros: 1 }),
    answer(createPost, buildPost()),
  );
  await choosePage();
  await writeByHand('Bread at eight');
  await press('Rewrite');
  await press('To Bahasa Melayu');
  await press('Keep');
  await press('Publish Now');
  await waitFor(() => expect(calls.some(({ path }) => path === createPost.path)).toBe(true));
  expect(calls.find(({ path }) => path === createPost.path)?.body).toMatchObject({
    content: 'Roti pada pukul lapan',
    isAiGenerated: true,
    generationId: 44,
  });
});
