// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { FacebookPreview, type PreviewedPost } from './facebook-preview.tsx';
import { renderScreen } from '../testing.tsx';

const show = (post: PreviewedPost, page: { name: string } | null = { name: 'Corner Bakery' }) =>
  renderScreen(() => <FacebookPreview post={post} page={page} />);
const media = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ src: `blob:${index}`, altText: `Loaf ${index + 1}` }));

test('it shows whose post it is, its text, and its hashtags and links as such', () => {
  show({ content: 'Order at https://bakery.example #bread' });
  const preview = screen.getByRole('region', { name: 'Preview' });
  expect(preview.textContent).toContain('Corner BakeryJust now');
  expect(Array.from(preview.querySelectorAll('.text-accent'), (part) => part.textContent)).toEqual([
    'CB',
    'https://bakery.example',
    '#bread',
  ]);
});

test('a long text is cut off, and shown whole and cut off again by its button', async () => {
  show({ content: `${'Fresh bread. '.repeat(60)}The end.` });
  const button = screen.getByRole('button', { name: 'See more' });
  expect(screen.queryByText(/The end\./)).toBeNull();
  await userEvent.click(button);
  expect(screen.getByText(/The end\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'See less' }));
  expect(screen.queryByText(/The end\./)).toBeNull();
});

test.each([
  ['a short text alone', { content: 'Open on Sunday!' }, true],
  ['with a link', { content: 'Open: https://a.example' }, false],
  ['with a picture', { content: 'Open on Sunday!', mediaType: 'image' as const, media: media(1) }, false],
  ['a longer text', { content: 'Open on Sunday! '.repeat(8) }, false],
])('%s: in large letters is %3$s', (_name, post, isLarge) => {
  const { container } = show(post);
  expect(container.querySelector('.text-2xl') !== null).toBe(isLarge);
});

test('of many pictures five are shown and the rest is counted', () => {
  show({ content: 'Loaves', mediaType: 'image', media: media(8) });
  expect(screen.getAllByRole('img', { name: /^Loaf/ })).toHaveLength(5);
  expect(screen.getByText(/\+3/).textContent).toBe('and +3 more');
});

test('before anything is there it says what will be where', () => {
  show({ content: ' ', mediaType: 'video' }, null);
  expect(screen.getByText('Your page')).toBeDefined();
  expect(screen.getByText('Your text appears here.')).toBeDefined();
  expect(screen.getByText('Your video appears here.')).toBeDefined();
});

test.each([
  [{ content: 'Text '.repeat(200) }],
  [{ content: 'Loaves', mediaType: 'image' as const, media: media(3) }],
  [{ content: 'Video', mediaType: 'video' as const, media: media(1) }],
  [{ content: 'Fresh\nbread', mediaType: 'reel' as const, media: media(1) }],
])('%j stands the accessibility check', async (post) => {
  const { container } = show(post);
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'video-caption': { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
