import { expect, test } from 'vitest';
import { areaOf, remoteNames } from '../packages.ts';
import { areaNameOf, placeAmong } from './area-name.ts';

const others = new Map(remoteNames().map((name) => [name, areaOf(name)]));

test.each([
  ['Post Ideas', { title: 'Post Ideas', slug: 'post-ideas', pascal: 'PostIdeas' }],
  ['  reply   later ', { title: 'reply later', slug: 'reply-later', pascal: 'ReplyLater' }],
  ['Überblick', { title: 'Überblick', slug: 'uberblick', pascal: 'Uberblick' }],
  ['A-B tests', { title: 'A-B tests', slug: 'a-b-tests', pascal: 'ABTests' }],
  ['Top10', { title: 'Top10', slug: 'top10', pascal: 'Top10' }],
])('%j names an area', (words, expected) => {
  expect(areaNameOf(words, others)).toEqual(expected);
});

test.each([
  ['', "can't be the name of an area"],
  ['../admin', "can't be the name of an area"],
  ['日本', "can't be the name of an area"],
  ['__proto__', "can't be the name of an area"],
  ["Mei's ideas", "can't be the name of an area"],
  ['3 ideas', "can't be the name of an area"],
  ['{{title}}', "can't be the name of an area"],
  ['A name that no sidebar has room for', 'is too long for the sidebar: use 30 letters at most.'],
  ['admin', 'There is an area mf-admin already.'],
  ['HISTORY', 'There is an area mf-history already.'],
  ['Post History', 'mf-history is called "Post History" in the sidebar already.'],
  ['Admin Panel', 'mf-admin serves /admin-panel already.'],
  ['Settings', 'Pagecast itself answers at /settings.'],
  ['api', 'Pagecast itself answers at /api.'],
])('%j is refused with what to do', (words, sentence) => {
  expect(() => areaNameOf(words, others)).toThrow(sentence);
});

test('a new area stands behind the others and before that of administrators, at a port of its own', () => {
  const { order, port } = placeAmong([...others.values()]);
  const admin = areaOf('mf-admin').nav.map((entry) => entry.order);
  const orders = [...others.values()].flatMap(({ nav }) => nav.map((entry) => entry.order));
  expect(order).toBeLessThan(Math.min(...admin));
  expect(orders.filter((other) => other >= order)).toEqual(admin);
  expect([...others.values()].map(({ devPort }) => devPort)).not.toContain(port);
});
