import { expect, test } from 'vitest';
import { checkClaims } from '../../claims/check-claims.ts';
import { writePost } from '../../../sandbox/openai/writer.ts';

test.each(['english', 'malay', 'manglish'] as const)(
  'what the simulated model writes in %s claims nothing that it was not given',
  (language) => {
    const topic = language === 'malay' ? 'roti dan kopi' : 'fresh bread and coffee';
    const claims = Array.from({ length: 200 }, (_, seed) => {
      const wish = { topic, language, wantsHashtags: true, wantsMarkdown: false, minWords: 50, maxWords: 120 };
      return checkClaims(writePost(wish, String(seed)), [{ where: 'topic', text: topic }]).claims;
    });
    expect(claims.flat().map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
  },
);
