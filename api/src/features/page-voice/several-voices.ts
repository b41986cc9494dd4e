import { NO_VOICE, type PageVoice } from '../../contract/page-voice.ts';
import { avoidingRule, voiceRules } from './voice-prompt.ts';

/** The voice of one of several pages. */
export interface NamedVoice {
  readonly pageName: string;
  readonly voice: PageVoice;
}

/**
 * How several pages speak together: what all of them say, and every word that any of them never says. A fact counts
 * where all of them state it, since the text is the same for each.
 */
export function voiceOfSeveral(voices: readonly NamedVoice[]): PageVoice {
  const [first, ...others] = voices.map(({ voice }) => voice);
  if (first === undefined) return NO_VOICE;
  const common = <K extends 'tone' | 'audience' | 'languageMix' | 'emoji' | 'hashtags' | 'signOff'>(field: K) =>
    others.every((other) => other[field] === first[field]) ? first[field] : NO_VOICE[field];
  return {
    ...NO_VOICE,
    tone: common('tone'),
    audience: common('audience'),
    languageMix: common('languageMix'),
    emoji: common('emoji'),
    hashtags: common('hashtags'),
    signOff: common('signOff'),
    wordsToUse: first.wordsToUse.filter((word) => others.every(({ wordsToUse }) => wordsToUse.includes(word))),
    wordsToAvoid: [...new Set([first, ...others].flatMap(({ wordsToAvoid }) => wordsToAvoid))],
    facts: linesOf(first)
      .filter((line) => others.every((other) => linesOf(other).includes(line)))
      .join('\n'),
  };
}

/** The rules of their voice, each with the pages that say it. */
export function rulesByPage(voices: readonly NamedVoice[]): { readonly text: string; readonly pages: string[] }[] {
  const together = voiceOfSeveral(voices);
  const avoiding = avoidingRule(together);
  return (voiceRules(together)?.split('\n') ?? []).map((text) => ({
    text,
    pages: voices
      .filter(({ voice }) => avoiding !== text || voice.wordsToAvoid.length > 0)
      .map(({ pageName }) => pageName),
  }));
}

const linesOf = ({ facts }: PageVoice): string[] =>
  facts
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
