import { listPages, listPosts } from '@pagecast/api/contract';
import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadAllParts } from '../../kit/runtime/lazy-part.tsx';
import { answer, buildPost, serve } from '../../kit/testing.tsx';
import { buildRelease } from '../remotes/build-release.ts';
import { renderInShell } from '../testing.tsx';
import { CommandLauncher } from './launcher.tsx';

beforeAll(loadAllParts);
beforeEach(() => localStorage.clear());

const nav = { to: '/history', label: 'Post History', icon: 'history', order: 60 };
const search = { title: 'Search published posts', to: '/history?q=x', shortcut: 'g h' };
const hostile = [
  { title: 7, to: '/history' },
  { title: 'Elsewhere', to: '//evil.example' },
  null,
  { title: 'Deep', to: '/admin' },
  { title: 'Keys in a list', to: '/history', shortcut: ['g x'] },
];

async function open(commands: unknown = [search], published = [buildPost({ id: 5, content: 'Fresh bread' })]) {
  const { calls } = serve([
    answer(listPages, []),
    answer(listPosts, ({ query }) => ({
      posts: query?.status === 'published' ? published : [],
      pagination: { page: 1, limit: 5, total: published.length, pages: 1 },
    })),
  ]);
  const registry = [buildRelease({ nav: [{ ...nav, commands } as typeof nav] })];
  const shown = await renderInShell(() => (
    <>
      <CommandLauncher registry={registry} onLogout={vi.fn()} />
      <textarea aria-label="Text" />
    </>
  ));
  return { calls, ...shown };
}

const press = (key: string, options = {}, on: Element = document.body) => fireEvent.keyDown(on, { key, ...options });

test.each([{ ctrlKey: true }, { metaKey: true }])(
  '%j and K open the palette, where a command of an area is found and done',
  async (held) => {
    const { address } = await open();
    press('k', held);
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: 'published search' } });
    fireEvent.click(await screen.findByRole('option', { name: /^Search published posts/ }));
    await waitFor(() => expect(address()).toBe('/history?q=x'));
  },
);

test('posts that read alike are told apart by page and date', async () => {
  await open(
    [search],
    [
      buildPost({ id: 5, content: 'Fresh bread', publishedAt: '2024-03-05T07:07:00.000Z' }),
      buildPost({ id: 6, content: 'Fresh bread', pageName: 'Night Diner', publishedAt: '2024-04-05T07:07:00.000Z' }),
    ],
  );
  fireEvent.click(screen.getByRole('button', { name: 'Search and commands' }));
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'bread' } });
  const found = await screen.findAllByRole('option', { name: /^Fresh bread/ });
  expect(found.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Fresh breadCorner Bakery · Published Tue 5 Mar 2024, /),
    expect.stringMatching(/^Fresh breadNight Diner · Published Fri 5 Apr 2024, /),
  ]);
});

test('without a connection nobody waits for posts', async () => {
  await open();
  onlineManager.setOnline(false);
  fireEvent.click(screen.getByRole('button', { name: 'Search and commands' }));
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'bread' } });
  expect(await screen.findByText("You're offline, so we can't search your posts.")).toBeDefined();
  onlineManager.setOnline(true);
  expect(await screen.findByRole('option', { name: /^Fresh bread/ })).toBeDefined();
});

test('posts are searched once the typing pauses', async () => {
  const { calls, address } = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Search and commands' }));
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'bre' } });
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'bread' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Fresh bread/ }));
  expect(address()).toBe('/history/post?id=5');
  expect(calls.filter(({ path }) => path === listPosts.path).map(({ query }) => query['text'])).toEqual([
    'bread',
    'bread',
  ]);
});

test('two letters do what an area says, and nothing while somebody types or has turned them off', async () => {
  const { address } = await open();
  const text = screen.getByRole('textbox', { name: 'Text' });
  for (const key of ['g', 'h', '?']) press(key, {}, text);
  press('k', { ctrlKey: true }, text);
  expect(screen.queryByRole('dialog')).toBeNull();
  localStorage.setItem('pagecast.shortcuts', 'off');
  for (const key of ['g', 'h', '?']) press(key);
  expect([address(), screen.queryByRole('dialog')]).toEqual(['/', null]);
  localStorage.clear();
  for (const key of ['g', 'h']) press(key);
  await waitFor(() => expect(address()).toBe('/history?q=x'));
});

test('? lists the shortcuts of the shell and of the areas', async () => {
  await open();
  press('?', { shiftKey: true });
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(list).getByText('Search published posts')).toBeDefined();
});

test.each([
  ['hostile commands', hostile],
  ['no list', 'none'],
  ['nothing, as of an older remote', undefined],
])('an entry with %s loses only its own commands', async (_, commands) => {
  await open(commands);
  press('k', { ctrlKey: true });
  await screen.findByRole('combobox');
  expect(screen.getByRole('option', { name: 'Post History' })).toBeDefined();
  for (const name of ['Elsewhere', 'Deep']) expect(screen.queryByRole('option', { name })).toBeNull();
  const unread = screen.queryByRole('option', { name: 'Keys in a list' });
  expect(unread === null).toBe(commands !== hostile);
});
