import type { PageChoice, PageSettings } from './settings.repository.ts';

/**
 * The choice for a page with what it means for the review of its posts. Who says `mode` gets it, and `publish` without
 * a word about the agreement is one: a caller of the API is asked nothing. A page that is newly switched on without a
 * `mode` starts with review, unless its owner has agreed before.
 */
export function withReview(choice: PageChoice, before: PageSettings): PageChoice {
  const isUnreadAgreed = choice.isUnreadAgreed ?? choice.mode === 'publish';
  const isNewlyOn = choice.isEnabled && !before.isEnabled;
  const isUndecided = choice.mode === undefined && !isUnreadAgreed && !before.isUnreadAgreed;
  return { ...choice, isUnreadAgreed, ...(isNewlyOn && isUndecided && { mode: 'draft' }) };
}
