import { expect, test } from 'vitest';
import { embedAddress } from './embed-address.ts';

test.each([
  ['https://www.facebook.com/bakery/posts/123', 'oembed_post'], ['https://facebook.com/bakery/photos/a.1/2', 'oembed_post'], ['https://m.facebook.com/story.php?story_fbid=1&id=2', 'oembed_post'],
  ['https://web.facebook.com/permalink.php?story_fbid=1&id=2', 'oembed_post'], ['https://www.facebook.com/photo/?fbid=1', 'oembed_post'],
  ['https://www.facebook.com/bakery/videos/123/', 'oembed_video'], ['https://www.facebook.com/watch/?v=1', 'oembed_video'], ['https://www.facebook.com/reel/1', 'oembed_video'], ['https://fb.watch/abc/', 'oembed_video'],
  ['https://www.facebook.com/bakery', 'oembed_page'], ['https://www.facebook.com/profile.php?id=1', 'oembed_page'],
  ['https://www.facebook.com/101880300000000_122090000001002', 'oembed_post'], ['https://www.facebook.com/groups/1/permalink/2/', 'oembed_post'], ['https://www.facebook.com/photo.php?fbid=1', 'oembed_post'],
  ['https://www.facebook.com/watch/1234/', 'oembed_video'], ['https://www.facebook.com/share/r/abc/', 'oembed_video'], ['HTTPS://WWW.Facebook.com:443/reel/1', 'oembed_video'],
  ['https://www.facebook.com/photography.club', 'oembed_page'], ['https://www.facebook.com/watch-repair/', 'oembed_page'], ['https://www.facebook.com/pages/Corner-Bakery/123', 'oembed_page'],
  ['https://www.instagram.com/reels/Cx1/', 'instagram_oembed'], ['https://www.instagram.com/p/Cx_-1/', 'instagram_oembed'], ['https://instagram.com/bakery/reel/Cx1/', 'instagram_oembed'],
] as const)('%s is for %s', (address, endpoint) => expect(embedAddress(address)).toMatchObject({ endpoint, platform: endpoint === 'instagram_oembed' ? 'instagram' : 'facebook' }));

test.each([
  'http://www.facebook.com/bakery/posts/1', 'https://example.com/posts/1', 'https://facebook.com.evil.example/posts/1', 'https://evil.example/?https://www.facebook.com/posts/1', 'https://evilfacebook.com/a',
  'https://graph.facebook.com/me', 'https://www.facebook.com@evil.example/posts/1', 'https://user:pass@www.facebook.com/bakery/posts/1', 'https://www.facebook.com:8443/bakery/posts/1',
  'https://127.0.0.1/posts/1', 'https://[::1]/posts/1', 'https://localhost/posts/1', 'https://169.254.169.254/latest/meta-data', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'gopher://www.facebook.com/1',
  'https://www.facebook.com./bakery/posts/1', 'https://www.f\u0430cebook.com/bakery/posts/1', 'https://xn--fcebook-8va.com/bakery/posts/1', 'https://instagr.am/p/Cx1/', 'https://fb.watch.evil.example/a', 'https://2130706433/posts/1',
  'https://evil.example\\@www.facebook.com/posts/1', 'https://www.instagram.com.evil.example/p/Cx1/', 'https://fb.com/a/posts/1', 'https://fb.me/a',
  '//www.facebook.com/bakery/posts/1', 'www.facebook.com/bakery', 'https://www.instagram.com/bakery/', 'https://www.facebook.com/', 'https://www.facebook.com/groups/1/members',
])('%s is refused before any call', (address) => expect(embedAddress(address)).toEqual({ problem: expect.stringMatching(/\w.*\.$/) }));
