import { expect, test } from 'vitest';
import { beyondTrust, reasonWords, type Trust } from './trust.ts';

const at = new Date('2026-12-01T15:30:00Z');
const asked = { mediaType: 'text', placement: 'feed', at, zone: 'Asia/Kuala_Lumpur', postsOfDay: 1 };
const terms = (some: Partial<Trust>): Trust => ({ kinds: null, postsPerDay: null, hours: null, ...some });

test.each([
  ['nothing to keep to', null, asked, []],
  ['kinds', terms({ kinds: ['text'] }), { ...asked, mediaType: 'image' }, ['kind']],
  [
    'a story, whatever file it has',
    terms({ kinds: ['image'] }),
    { ...asked, mediaType: 'image', placement: 'story' },
    ['kind'],
  ],
  ['the last post of a day', terms({ postsPerDay: 2 }), asked, []],
  ['one post too many', terms({ postsPerDay: 1 }), asked, ['posts_per_day']],
  ['hours of the page: it is half past eleven there', terms({ hours: { from: 9, to: 23 } }), asked, ['hours']],
  ['hours over midnight', terms({ hours: { from: 22, to: 6 } }), asked, []],
  [
    'all at once',
    terms({ kinds: [], postsPerDay: 0, hours: { from: 0, to: 1 } }),
    asked,
    ['kind', 'posts_per_day', 'hours'],
  ],
] as const)('%s', (_, trust, post, codes) => {
  const reasons = beyondTrust(trust, post);
  expect(reasons.map(({ code }) => code)).toEqual(codes);
  for (const reason of reasons) expect(reasonWords(reason)).toMatch(/^[A-Z].*\.$/);
});
