import type { RejectionKind } from '../../contract/rejections.ts';
import { fenced } from '../../prompts/fenced.ts';
import type { Rejection } from './rejection.ts';

/** Of what somebody said, the AI is told the beginning. */
const TOLD_LENGTH = 200;

const SAID: Readonly<Record<RejectionKind, string>> = {
  tone: 'The tone was wrong',
  words: 'It used words that the page does not use',
  facts: 'Its facts were wrong',
  repeats: 'It repeated earlier posts',
  time: 'Its time was wrong',
  topic: 'It was off topic',
  other: 'Another reason',
};

/** What the AI is told of rejected posts, a line each: ours, with what people said quoted as data. null: nothing. */
export function rejectionLines(rejections: readonly Rejection[]): string | null {
  const lines = rejections
    .filter(({ kind, words }) => kind !== 'other' || words.trim() !== '')
    .map(({ kind, words }) => {
      const told = words.replace(/\s+/g, ' ').trim().slice(0, TOLD_LENGTH);
      return told === '' ? `- ${SAID[kind]}.` : `- ${SAID[kind]}: ${fenced(told)}`;
    });
  // Nine people who mind the same say it once.
  const once = [...new Set(lines)];
  return once.length === 0 ? null : once.join('\n');
}
