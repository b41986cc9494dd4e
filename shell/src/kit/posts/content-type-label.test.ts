import { expect, test } from 'vitest';
import { contentTypeLabel } from './content-type-label.ts';
import { countGraphemes } from './count-graphemes.ts';

test.each([
  ['tech-review', 'Tech Review'],
  ['tech-news', 'Tech News'],
  ['promotional', 'Promotional'],
  ['behind-scenes', 'Behind scenes'],
  ['social-media-post', 'Social media post'],
  ['ugc', 'Customer content (UGC)'],
])('%s is labelled %s', (type, label) => expect(contentTypeLabel(type)).toBe(label));

test.each([
  ['', 0],
  ['abc', 3],
  ['👨‍👩‍👧', 1],
  ['🇲🇾 é', 3],
])('%j counts as %i characters', (text, count) => expect(countGraphemes(text)).toBe(count));
