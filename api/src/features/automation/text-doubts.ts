import { beginningOf } from '../../beginning-of.ts';
import { checkClaims } from '../../claims/check-claims.ts';
import type { Source } from '../../claims/claim.ts';
import { avoidedWordsIn } from '../page-voice/avoided-words.ts';
import { factsOf } from '../page-voice/voice-prompt.ts';
import type { Reason } from './reasons.ts';
import type { SlotClaim } from './slots.repository.ts';

/** As many as a sentence can name. */
const NAMED = 5;
const LONGEST_NAMED = 60;

/**
 * The claims of a text that nothing given to the AI says; null when each has a source. What the page had before is
 * none: a claim that was invented last week would be the source of the same one today.
 */
export function unsourcedClaims(
  text: string,
  { page, settings, voice }: Pick<SlotClaim, 'page' | 'settings' | 'voice'>,
): Reason | null {
  const sources: Source[] = [
    { where: 'scope', text: settings.scope },
    { where: 'facts', text: factsOf(voice) },
    { where: 'page', text: `${page.name}\n${page.category ?? ''}` },
  ];
  const unsourced = checkClaims(text, sources).claims.filter(({ source }) => source === null);
  if (unsourced.length === 0) return null;
  const claims = [...new Set(unsourced.map((claim) => beginningOf(claim.text, LONGEST_NAMED)))];
  return { code: 'unsourced_claims', params: { claims: claims.slice(0, NAMED), count: claims.length } };
}

/** The words of a text that its page never says; null when it has none. */
export function avoidedWords(text: string, { voice }: Pick<SlotClaim, 'voice'>): Reason | null {
  const found = avoidedWordsIn(text, voice.wordsToAvoid);
  if (found.length === 0) return null;
  const words = [...new Set(found.map((word) => word.text.toLowerCase()))];
  return { code: 'avoided_words', params: { words: words.slice(0, NAMED) } };
}
