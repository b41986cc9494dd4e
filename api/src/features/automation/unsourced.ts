import { checkClaims } from '../../claims/check-claims.ts';
import type { Source } from '../../claims/claim.ts';
import type { Reason } from './reasons.ts';
import type { SlotClaim } from './slots.repository.ts';

/** As many as a sentence can name. */
const NAMED = 5;
const LONGEST_NAMED = 60;

/**
 * The claims of a text that nothing given to the AI says; null when each has a source. What the page had before is
 * none: a claim that was invented last week would be the source of the same one today.
 */
export function unsourcedClaims(text: string, { page, settings }: Pick<SlotClaim, 'page' | 'settings'>): Reason | null {
  const sources: Source[] = [
    { where: 'scope', text: settings.scope },
    { where: 'page', text: `${page.name}\n${page.category ?? ''}` },
  ];
  const unsourced = checkClaims(text, sources).claims.filter(({ source }) => source === null);
  if (unsourced.length === 0) return null;
  const claims = [...new Set(unsourced.map((claim) => claim.text.slice(0, LONGEST_NAMED)))];
  return { code: 'unsourced_claims', params: { claims: claims.slice(0, NAMED), count: claims.length } };
}
