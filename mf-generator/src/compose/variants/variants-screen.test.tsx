// @vitest-environment jsdom
import { estimateVariants, stopWriting, writeVariants, type WrittenVariant } from '@pagecast/api/contract';
import { answer, chunks, Refusal } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { generate, open } from '../compose-testing.tsx';

const estimate = answer(estimateVariants, { usualMicros: 2100, mostMicros: 18_000 });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const card = (number: number) => within(screen.getByRole('region', { name: `Variant ${number}` }));
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Generated content' });
const written = (place: number): WrittenVariant => ({
  content: `Loaves, told ${['warmly', 'plainly', 'as a story'][place]}.`,
  generationId: 50 + place,
  costMicros: 700,
  problem: null,
  isStopped: false,
});

test('three are written at once, one is stopped, one fails, and each can be tried and taken back', async () => {
  const { response, bring } = chunks();
  const { calls } = await open(estimate, answer(writeVariants, response), answer(stopWriting, { isStopped: true }));
  await generate();
  expect(await screen.findByText('AI cost of all 3: about $0.0021, at most $0.0180.')).toBeDefined();
  await press('Write 3 variants');
  for (const place of [0, 1, 2]) bring('piece', { place, text: 'Loaves', generationId: 50 + place });
  await waitFor(() => expect(screen.getAllByText('Loaves')).toHaveLength(3));
  await press('Stop variant 2');
  expect(card(2).getByText('Stopped after 1 word.')).toBeDefined();
  await waitFor(() => expect(calls.find(({ path }) => path === stopWriting.path)?.params).toEqual({ id: '51' }));

  bring('piece', { place: 0, text: '', generationId: 50, ended: written(0) });
  expect(await card(1).findByText('3 words. It cost $0.0007.')).toBeDefined();
  const problem = { code: 'busy', message: 'AI is busy.' };
  const failed = { content: null, generationId: 52, costMicros: null, problem, isStopped: false };
  const stopped = { ...failed, generationId: 51, isStopped: true };
  bring('done', { variants: [written(0), stopped, failed], alike: [] });
  expect(await card(3).findByText('AI is busy.')).toBeDefined();

  await press('Use variant 1');
  expect(text().value).toBe('Loaves, told warmly.');
  expect(card(1).getByRole('button', { name: 'Use variant 1' }).getAttribute('aria-pressed')).toBe('true');
  await press('Use variant 2');
  expect(text().value).toBe('Loaves');
  await press('Previous version');
  expect(text().value).toBe('Warm loaves at eight. #bread');
  expect(screen.getAllByRole('region', { name: /^Variant \d/ })).toHaveLength(3);
  await press('Close variants');
  expect(screen.queryByRole('region', { name: /^Variant \d/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Write 3 variants' }));
});

test('what was written stays while the brief is written anew', async () => {
  await open(estimate, answer(writeVariants, { variants: [0, 1, 2].map(written), alike: [] }));
  await generate();
  await press('Write 3 variants');
  expect(await screen.findByText('All 3 variants are ready.')).toBeDefined();
  const topic = screen.getByLabelText('Topic / keywords');
  await userEvent.clear(topic);
  expect(card(1).getByText('Loaves, told warmly.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Write 3 others' })).toBeNull();
  await userEvent.type(topic, 'rolls');
  expect(screen.getByRole('button', { name: 'Write 3 others' })).toBeDefined();
});

/** Three are being written, and the first has its first word. */
async function withFirstWords() {
  const { response, bring } = chunks();
  const { calls, unmount } = await open(
    estimate,
    answer(writeVariants, response),
    answer(stopWriting, { isStopped: true }),
  );
  await generate();
  await press('Write 3 variants');
  bring('piece', { place: 0, text: 'Loaves', generationId: 50 });
  await waitFor(() => expect(card(1).getByText('Loaves')).toBeDefined());
  return { calls, bring, unmount };
}

test('they go on being written, and stay, while the text by hand shows', async () => {
  const { calls, bring } = await withFirstWords();
  await userEvent.click(screen.getByRole('tab', { name: 'Manual Input' }));
  expect(screen.queryByRole('region', { name: 'Variant 1' })).toBeNull();
  bring('piece', { place: 0, text: ', told', generationId: 50 });
  await userEvent.click(screen.getByRole('tab', { name: 'AI Generate' }));
  expect(await card(1).findByText('Loaves, told')).toBeDefined();
  await userEvent.click(screen.getByRole('tab', { name: 'Manual Input' }));
  bring('done', { variants: [0, 1, 2].map(written), alike: [] });
  await userEvent.click(screen.getByRole('tab', { name: 'AI Generate' }));
  expect(await card(3).findByText('Loaves, told as a story.')).toBeDefined();
  expect(calls.some(({ path }) => path === stopWriting.path)).toBe(false);
});

test('they go on being written, and stay, while another form shows', async () => {
  const { calls, bring } = await withFirstWords();
  await userEvent.click(screen.getByRole('radio', { name: 'Fiztech' }));
  expect(screen.queryByRole('region', { name: 'Variant 1' })).toBeNull();
  bring('piece', { place: 0, text: ', told', generationId: 50 });
  await userEvent.click(screen.getByRole('radio', { name: 'Facebook' }));
  expect(await card(1).findByText('Loaves, told')).toBeDefined();
  await press('Choose several pages');
  bring('done', { variants: [0, 1, 2].map(written), alike: [] });
  expect(await screen.findByText('All 3 variants are ready.')).toBeDefined();
  expect(card(3).getByText('Loaves, told as a story.')).toBeDefined();
  expect(calls.some(({ path }) => path === stopWriting.path)).toBe(false);
});

test('who leaves the composer wants them no more', async () => {
  const { calls, bring, unmount } = await withFirstWords();
  unmount();
  await waitFor(() => expect(calls.find(({ path }) => path === stopWriting.path)?.params).toEqual({ id: '50' }));
  bring('done', { variants: [0, 1, 2].map(written), alike: [] });
});

test('two that are nearly the same are said to be so, to the eye and the ear', async () => {
  await open(estimate, answer(writeVariants, { variants: [0, 1, 2].map(written), alike: [[0, 2]] }));
  await generate();
  await press('Write 3 variants');
  expect(await card(1).findByText('Nearly the same as variant 3.')).toBeDefined();
  expect(card(3).getByText('Nearly the same as variant 1.')).toBeDefined();
  expect(card(2).queryByText(/Nearly/)).toBeNull();
  expect(screen.getByText('All 3 variants are ready.')).toBeDefined();
});

test('a budget that is too small leaves the text, and a lost answer is asked for by the same key', async () => {
  const answers = [
    new Refusal(429, { message: 'Not enough is left.', code: 'budget' }),
    new Refusal(503, null),
    { variants: [0, 1, 2].map(written), alike: [] },
  ];
  const { calls, toasts } = await open(
    estimate,
    answer(writeVariants, () => answers.shift() as never),
  );
  await generate();
  await press('Write 3 variants');
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('Not enough is left.'));
  expect(screen.queryByRole('region', { name: 'Variant 1' })).toBeNull();
  await press('Write 3 variants');
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Variants Not Written'));
  await press('Write 3 variants');
  expect(await screen.findByText('All 3 variants are ready.')).toBeDefined();
  expect(text().value).toBe('Warm loaves at eight. #bread');
  const keys = calls.filter(({ path }) => path === writeVariants.path).map(({ key }) => key);
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([false, true]);
});
