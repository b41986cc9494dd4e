import { expect, test } from 'vitest';
import { describeText } from './describe-text.ts';

const draft = { language: 'Bahasa Melayu', length: 'Short' } as const;

test.each([
  ['language', 'English', 'You asked for Bahasa Melayu, but this looks like English.'],
  ['short', '12', 'This has 12 words. You asked for 50-100.'],
  ['long', '140', 'This has 140 words. You asked for 50-100.'],
  ['hashtags', 'spaced,twice', "Some hashtags won't work well: a space after #, the same hashtag twice."],
  ['moderation', 'hate', "The AI's provider objects to this text: hate. Read it before you publish."],
])('%s of %s reads "%s"', (code, detail, text) => {
  expect(describeText({ code, detail, repaired: null }, draft)?.text).toBe(text);
});

test('what a newer server finds is left out', () => {
  expect(describeText({ code: 'sarcasm', detail: '', repaired: null }, draft)).toBeNull();
});
