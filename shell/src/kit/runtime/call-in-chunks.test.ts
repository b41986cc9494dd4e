// @vitest-environment jsdom
import { generateContent, stopWriting } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { callInChunks } from './call-in-chunks.ts';
import { answer, chunks, Refusal, serve } from '../testing.tsx';

const input = { body: { prompt: 'Bread' } };
const read = (signal?: AbortSignal) => {
  const texts: string[] = [];
  const whole = callInChunks(generateContent, { ...input, ...(signal && { signal }) }, ({ text }) => texts.push(text));
  return { texts, whole };
};

test('each chunk is handed over as it comes, and the whole is the answer', async () => {
  const { response, bring } = chunks();
  serve([answer(generateContent, response)]);
  const { texts, whole } = read();
  bring('piece', { text: 'Warm ', generationId: 3 });
  await expect.poll(() => texts).toEqual(['Warm ']);
  bring('piece', { text: 'loaves', generationId: 3 });
  bring('done', { content: 'Warm loaves', generationId: 3 });
  expect(await whole).toEqual({ content: 'Warm loaves', generationId: 3 });
  expect(texts).toEqual(['Warm ', 'loaves']);
});

test('a server that answers the whole at once is understood too', async () => {
  serve([answer(generateContent, { content: 'Warm loaves', generationId: 3 })]);
  const { texts, whole } = read();
  expect(await whole).toEqual({ content: 'Warm loaves', generationId: 3 });
  expect(texts).toEqual([]);
});

test('a refusal before the first chunk keeps its status, one in the middle its sentence', async () => {
  serve([answer(generateContent, new Refusal(503, { message: 'No key.', code: 'no-key' }))]);
  await expect(read().whole).rejects.toMatchObject({ status: 503, reason: 'No key.' });
  const { response, bring } = chunks();
  serve([answer(generateContent, response)]);
  const { whole } = read();
  bring('piece', { text: 'Warm', generationId: 3 });
  bring('failed', { message: 'The AI stopped.', code: 'broken-off' });
  await expect(whole).rejects.toMatchObject({ reason: 'The AI stopped.', requestId: 'test-request' });
});

test('a line that is cut is told as such', async () => {
  const { response, bring, breakOff } = chunks();
  serve([answer(generateContent, response)]);
  const { whole, texts } = read();
  bring('piece', { text: 'Warm', generationId: 3 });
  await expect.poll(() => texts.length).toBe(1);
  breakOff();
  await expect(whole).rejects.toMatchObject({ status: 0 });
});

test.each([
  ['who ends it has its text stopped at the server', true],
  ['who loses the line has not', false],
] as const)('%s', async (_name, isEnded) => {
  const { response, bring, breakOff } = chunks();
  const { calls } = serve([answer(generateContent, response), answer(stopWriting, { isStopped: true })]);
  const wanted = new AbortController();
  const { whole, texts } = read(wanted.signal);
  bring('piece', { text: '', generationId: 3 });
  await expect.poll(() => texts.length).toBe(1);
  if (isEnded) wanted.abort();
  breakOff();
  await expect(whole).rejects.toThrow();
  expect(calls.filter(({ path }) => path === stopWriting.path).map(({ params }) => params)).toEqual(
    isEnded ? [{ id: '3' }] : [],
  );
});
