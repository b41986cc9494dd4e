import { expect, test } from 'vitest';
import { NavEntry, RemoteName } from './remotes.ts';

test.each([
  ['mf_history', true],
  ['mf_post_ideas', true],
  ['mf_a4_prints', true],
  ['mf_', false],
  ['mf_post_', false],
  ['mf__ideas', false],
  ['mf_4ideas', false],
  ['mf_Post', false],
  ['mf-post-ideas', false],
  ['mf_ideas/..', false],
  ['window', false],
  [`mf_${'a'.repeat(62)}`, false],
])("%s is a remote's name: %s", (name, isOne) => expect(RemoteName.safeParse(name).success).toBe(isOne));

test.each([
  ['M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5', true],
  ['m-3.5,+2 h8z', true],
  ['M16 3a3 3 0 00-2.5.5', true],
  ['M3 12a9 9 0 1 0 9', false],
  ['M3 3v5h', false],
  ['M3 3L5', false],
  ['M12', false],
  ['M3 3c1 2 3 4 5', false],
  ['', false],
  ['3 3v5', false],
  ['M3 3"/><script>alert(1)</script>', false],
  ['M3 3 url(https://example.com)', false],
  [`M${'0 '.repeat(1000)}`, false],
])('%s is the data of an icon: %s', (iconPath, isOne) => {
  const entry = { to: '/history', label: 'Post History', icon: 'history', iconPath, order: 60 };
  expect(NavEntry.safeParse(entry).success).toBe(isOne);
});
