/** What is to be said of something that comes again by a rule. Its words are made when it is read. */
export type RecurrenceProblem =
  /** No posts are made for a page that was removed. */
  | { readonly code: 'page_gone'; readonly params: object }
  /** Every text was used too short a time ago, or the page had nearly the same. `from`: the first day without one. */
  | { readonly code: 'texts_rest'; readonly params: { readonly cooldownDays: number; readonly from: string } }
  /** Nobody made posts in time. */
  | {
      readonly code: 'left_out';
      readonly params: { readonly count: number; readonly first: string; readonly last: string };
    }
  /** The AI can't be asked just now; the text is used as it stands where that lasts. */
  | { readonly code: 'not_varied'; readonly params: object }
  /** Facebook may refuse the same text so soon. */
  | { readonly code: 'repeats_soon'; readonly params: { readonly days: number } }
  /** A set with fewer texts than its cooldown needs. */
  | { readonly code: 'few_texts'; readonly params: { readonly needed: number; readonly cooldownDays: number } }
  /** Posts that stand elsewhere, for their distance from others. */
  | { readonly code: 'moved'; readonly params: { readonly count: number } };
