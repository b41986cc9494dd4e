import type { Moderate } from '../../ai/ai.ts';
import { asksForMix, otherLanguageThan } from '../../text-checks/language.ts';
import type { Reason } from './reasons.ts';
import type { SlotClaim } from './slots.repository.ts';

/**
 * Why a person has to read a text before it goes out, on whatever page: its language is not the page's, or the AI's
 * provider would take it down. null when neither is so.
 */
export async function graveFlaw(
  text: string,
  { settings: { language, scope } }: Pick<SlotClaim, 'settings'>,
  moderate: Moderate,
): Promise<Reason | null> {
  const [categories, found] = await Promise.all([
    moderate(text),
    asksForMix(scope) ? null : otherLanguageThan(language, text),
  ]);
  if (categories !== null && categories.length > 0)
    return { code: 'objectionable', params: { categories: [...categories] } };
  return found === null ? null : { code: 'wrong_language', params: { asked: language, found } };
}
