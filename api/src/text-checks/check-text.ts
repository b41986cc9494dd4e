import { LENGTH_WORDS, type Language, type Length } from '../contract/generation.ts';
import type { TextFinding } from '../contract/composing.ts';
import type { Moderate } from '../ai/ai.ts';
import { hashtagFlaws, withSoundHashtags } from './hashtags.ts';
import { otherLanguageThan } from './language.ts';
import { countWords, lengthFlaw } from './words.ts';

/** What the AI was asked for. */
interface AskedText {
  readonly language: Language;
  readonly length: Length;
}

/**
 * What is wrong with a text itself, the worst first.
 * @param asked null for a text that a person wrote: its language and length are theirs, and so is what they say
 */
export async function checkText(
  text: string,
  asked: AskedText | null,
  { moderate, signal }: { moderate: Moderate; signal?: AbortSignal },
): Promise<TextFinding[]> {
  if (text.trim() === '') return [];
  const ofAi = asked === null ? [] : await findingsOfAi(text, asked, moderate, signal);
  const flaws = hashtagFlaws(text);
  const hashtags = { code: 'hashtags', detail: flaws.join(','), repaired: withSoundHashtags(text) };
  return [...ofAi, ...(flaws.length === 0 ? [] : [hashtags])];
}

async function findingsOfAi(
  text: string,
  { language, length }: AskedText,
  moderate: Moderate,
  signal: AbortSignal | undefined,
): Promise<TextFinding[]> {
  const [taken, other] = await Promise.all([moderate(text, signal), otherLanguageThan(language, text)]);
  const flaw = lengthFlaw(text, LENGTH_WORDS[length]);
  return [
    ...(taken === null || taken.length === 0 ? [] : [{ code: 'moderation', detail: taken.join(','), repaired: null }]),
    ...(other === null ? [] : [{ code: 'language', detail: other, repaired: null }]),
    ...(flaw === null ? [] : [{ code: flaw, detail: String(countWords(text)), repaired: null }]),
  ];
}
