import { expect, test } from 'vitest';
import { facebookLinks } from './facebook/links.ts';
import { fiztechLinks } from './fiztech/fiztech.network.ts';
import { readPostAddress } from './post-address.ts';

const PAGE = '100200300400500';

test.each([
  [`https://www.facebook.com/${PAGE}_987654321`, `${PAGE}_987654321`],
  [`https://www.facebook.com/${PAGE}/posts/987654321/`, `${PAGE}_987654321`],
  [`https://m.facebook.com/story.php?story_fbid=987654321&id=${PAGE}`, `${PAGE}_987654321`],
  [`https://facebook.com/permalink.php?story_fbid=987654321&id=${PAGE}#comments`, `${PAGE}_987654321`],
  [`https://www.facebook.com/${PAGE}/videos/987654321`, '987654321'],
  ['https://www.facebook.com/watch/?v=987654321', '987654321'],
  ['https://www.facebook.com/reel/987654321', '987654321'],
  ['https://www.facebook.com/kopi.corner/posts/pfbid0abc', null],
  ['https://www.facebook.com/', null],
])('%s is an address on Facebook that names %j', (address, remoteId) => {
  expect(readPostAddress(address, facebookLinks)).toEqual({ permalinkUrl: address, remoteId });
});

test.each([
  'http://www.facebook.com/1_2',
  'https://facebook.com.evil.example/1',
  'https://evil.example/facebook.com',
  'https://notfacebook.com/1',
  'https://me:secret@www.facebook.com/1',
  'https://www.facebook.com:8443/1',
  'javascript:alert(1)',
  'data:text/html,facebook.com',
  'www.facebook.com/1',
  '//www.facebook.com/1',
  'https://news.example/1',
  '',
])('%s is no address of a post on Facebook', (address) => {
  expect(readPostAddress(address, facebookLinks)).toBeNull();
});

test('an article is at the tech site, and nowhere else', () => {
  expect(readPostAddress('https://news.example/article/7', fiztechLinks('news.example'))).toEqual({
    permalinkUrl: 'https://news.example/article/7',
    remoteId: null,
  });
  expect(readPostAddress('https://www.facebook.com/7', fiztechLinks('news.example'))).toBeNull();
});
