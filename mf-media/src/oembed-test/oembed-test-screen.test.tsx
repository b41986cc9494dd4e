// @vitest-environment jsdom
import { EMBED_FRAME_PATH, fetchOembed, OEMBED_EXAMPLES, type OembedResult } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { OembedTestScreen } from './oembed-test-screen.tsx';

const HTML =
  '<blockquote>Hello</blockquote><script>parent.document.title = "taken"</script><img src=x ' +
  'onerror="document.title = 1">';
const result: OembedResult = {
  platform: 'facebook',
  type: 'rich',
  provider_name: 'Facebook',
  version: '1.0',
  width: 552,
  height: null,
  title: null,
  author_name: null,
  originalUrl: OEMBED_EXAMPLES[0],
  html: HTML,
  fetchedAt: '2026-11-21T06:00:00.000Z',
};
const user = userEvent.setup();
const field = () => screen.getByLabelText<HTMLInputElement>('Facebook or Instagram URL');
const get = () => user.click(screen.getByRole('button', { name: 'Get oEmbed Data' }));

test('an empty field is asked for, and nothing is sent', async () => {
  const { toasts, calls } = renderScreen(OembedTestScreen);
  expect(field().type).toBe('url');
  await get();
  expect(toasts).toEqual([
    { tone: 'destructive', title: 'URL Required', description: 'Please enter a Facebook or Instagram URL' },
  ]);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('an example shows its data, its embed and its HTML, and what Facebook no longer gives is said', async () => {
  const { toasts, calls } = renderScreen(OembedTestScreen, { routes: [answer(fetchOembed, result)] });
  expect(OEMBED_EXAMPLES).toHaveLength(3);
  for (const example of OEMBED_EXAMPLES) expect(screen.getByRole('button', { name: example })).toBeDefined();
  await user.click(screen.getByRole('button', { name: OEMBED_EXAMPLES[0] }));
  expect(await screen.findByText('552 px')).toBeDefined();
  expect(screen.getAllByText('not provided')).toHaveLength(3);
  expect(screen.getByLabelText<HTMLTextAreaElement>('HTML of the embed').value).toBe(HTML);
  expect(toasts).toEqual([{ tone: 'default', title: 'oEmbed Data Retrieved' }]);
  expect(calls.at(-1)?.body).toEqual({ url: OEMBED_EXAMPLES[0] });
});

test('what comes is never part of our own page, and its frame has no origin', async () => {
  const { container } = renderScreen(OembedTestScreen, { routes: [answer(fetchOembed, result)] });
  await user.type(field(), OEMBED_EXAMPLES[0]);
  await get();
  const frame = await screen.findByTitle<HTMLIFrameElement>(/^Embed of/);
  expect(frame.getAttribute('src')).toBe(EMBED_FRAME_PATH);
  expect(frame.getAttribute('srcdoc')).toBeNull();
  expect(frame.getAttribute('sandbox')?.split(' ')).toEqual([
    'allow-scripts',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
  ]);
  expect(container.querySelectorAll('blockquote, script, img')).toHaveLength(0);
  expect(document.title).not.toBe('taken');
});

test.each([
  [new Refusal(422, { message: 'Private.', code: 'refused', error: 'Private.' }), 'Private.'],
  [new Refusal(502, '<html>'), 'Failed to fetch oEmbed data'],
] as const)('a refusal is told and stays to be read', async (refusal, words) => {
  const { toasts } = renderScreen(OembedTestScreen, { routes: [answer(fetchOembed, refusal)] });
  await user.type(field(), 'https://www.facebook.com/a/posts/1');
  await get();
  await waitFor(() => expect(toasts).toEqual([{ tone: 'destructive', title: 'oEmbed Error', description: words }]));
  expect(screen.getByRole('alert')).toBeDefined();
  expect(field().value).toBe('https://www.facebook.com/a/posts/1');
});

test('Clear empties the field and takes the result away', async () => {
  renderScreen(OembedTestScreen, { routes: [answer(fetchOembed, result)] });
  await user.click(screen.getByRole('button', { name: OEMBED_EXAMPLES[1] }));
  await screen.findByText('552 px');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field().value).toBe('');
  expect(screen.queryByText('552 px')).toBeNull();
});
