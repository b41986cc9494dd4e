import { expect, test } from 'vitest';
import { checkClaims } from '../../claims/check-claims.ts';
import { writePost } from '../../../sandbox/openai/writer.ts';

test.each([
  ['English', false],
  ['Malay', true],
])('what the simulated model writes in %s claims nothing that it was not given', (_name, isMalay) => {
  const topic = isMalay ? 'roti dan kopi' : 'fresh bread and coffee';
  const claims = Array.from({ length: 200 }, (_, seed) => {
    const wish = { topic, isMalay, wantsHashtags: true, wantsMarkdown: false, minWords: 50, maxWords: 120 };
    return checkClaims(writePost(wish, String(seed)), [{ where: 'topic', text: topic }]).claims;
  });
  expect(claims.flat().map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
});
