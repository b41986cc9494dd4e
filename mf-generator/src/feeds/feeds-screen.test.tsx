// @vitest-environment jsdom
import { addFeed, listFeeds, listPages, updateFeed, type Feed } from '@pagecast/api/contract';
import { answer, type Answer, buildPage, chooseIn, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FeedsScreen } from './feeds-screen.tsx';

const feed: Feed = {
  id: 4,
  facebookPageId: 7,
  address: 'https://news.example/feed',
  title: 'Klang News',
  wordsIn: ['bridge'],
  wordsOut: [],
  mostADay: 3,
  language: 'English',
  isPaused: false,
  drafts: 1,
  lastReadAt: null,
  problem: 'This site is busy or down right now.',
  failingSince: null,
};

const open = (...routes: Answer[]) =>
  renderScreen(FeedsScreen, {
    path: '/content-generator/feeds',
    routes: [answer(listPages, [buildPage(), buildPage({ id: 9, name: 'Night Diner' })]), ...routes],
  });

test('a feed is followed for a page, with its words', async () => {
  const { calls, toasts } = open(answer(listFeeds, []), answer(addFeed, feed));
  expect(await screen.findByText(/No feeds yet/)).toBeDefined();
  await chooseIn(await screen.findByLabelText('Facebook page'), 'Corner Bakery');
  await userEvent.type(screen.getByLabelText('Address of the feed'), 'news.example/feed');
  await userEvent.type(screen.getByLabelText('Only with these words'), 'bridge, , road');
  await userEvent.click(screen.getByRole('button', { name: 'Follow feed' }));
  expect(calls.find(({ path, method }) => path === addFeed.path && method === 'POST')?.body).toEqual({
    facebookPageId: 7,
    address: 'https://news.example/feed',
    wordsIn: ['bridge', 'road'],
    wordsOut: [],
    mostADay: 3,
    language: 'English',
  });
  await expect.poll(() => toasts.at(-1)?.title).toBe('Feed Added');
});

test('a feed shows its problem and since when it has it, and is paused', async () => {
  const failing = { ...feed, failingSince: '2026-11-20T08:00:00.000Z' };
  const { calls } = open(answer(listFeeds, [failing]), answer(updateFeed, { ...feed, isPaused: true }));
  expect((await screen.findByText(/busy or down right now/)).textContent).toMatch(/It hasn't worked since Fri 20 Nov/);
  await userEvent.click(screen.getByRole('switch', { name: 'Follow Klang News' }));
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ isPaused: true });
});

test('what is no feed says so in its field', async () => {
  const words = 'There is no RSS or Atom feed at this address.';
  open(answer(listFeeds, []), answer(addFeed, new Refusal(400, { message: words, code: 'invalid_input' })));
  await chooseIn(await screen.findByLabelText('Facebook page'), 'Corner Bakery');
  await userEvent.type(screen.getByLabelText('Address of the feed'), 'news.example{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});
