import { expect, test } from 'vitest';
import { readPostLink } from './read-post-link.ts';

test.each(['', '   '])('nothing typed is no link', (typed) => expect(readPostLink(typed, 'facebook')).toEqual({}));

test.each([
  'https://www.facebook.com/1_2',
  ' https://m.facebook.com/story.php?story_fbid=1&id=2 ',
  'https://facebook.com/reel/1',
])('%s is a link to a post', (typed) => {
  expect(readPostLink(typed, 'facebook')).toEqual({ url: typed.trim() });
});

test.each([
  'facebook.com/1',
  'http://www.facebook.com/1',
  'https://facebook.com.evil.example/1',
  'https://notfacebook.com/1',
  'javascript:alert(1)',
  'I saw it',
])('%s is none', (typed) => {
  expect(readPostLink(typed, 'facebook')).toEqual({ problem: expect.stringContaining('facebook.com') as string });
});

test('an article is looked for by the server', () => {
  expect(readPostLink('https://news.example/7', 'fiztech')).toEqual({ url: 'https://news.example/7' });
});
