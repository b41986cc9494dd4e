import { LENGTH_WORDS, type TextFinding } from '@pagecast/api/contract';
import type { Draft } from '../drafts/draft.ts';
import type { Finding } from './check-text.ts';

const HASHTAGS: Readonly<Record<string, string>> = {
  spaced: 'a space after #',
  broken: 'a character that ends the hashtag early',
  digits: 'only digits',
  twice: 'the same hashtag twice',
  many: 'more than 10 hashtags',
};

/** A finding of the server in a sentence; null for one that this release does not know. */
export function describeText(
  { code, detail }: TextFinding,
  { language, length }: Pick<Draft, 'language' | 'length'>,
): Finding | null {
  const [least, most] = LENGTH_WORDS[length];
  switch (code) {
    case 'moderation':
      return {
        tone: 'bad',
        text: `The AI's provider objects to this text: ${listed(detail)}. Read it before you publish.`,
      };
    case 'language':
      return { tone: 'warn', text: `You asked for ${language}, but this looks like ${detail}.` };
    case 'short':
    case 'long':
      return { tone: 'warn', text: `This has ${detail} words. You asked for ${least}-${most}.` };
    case 'hashtags':
      return { tone: 'warn', text: `Some hashtags won't work well: ${hashtagWords(detail)}.` };
    default:
      return null;
  }
}

function hashtagWords(detail: string): string {
  return detail
    .split(',')
    .map((flaw) => HASHTAGS[flaw] ?? flaw)
    .join(', ');
}

const listed = (detail: string) => detail.split(',').join(', ');
