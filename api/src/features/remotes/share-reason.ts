import type { WorseVersion } from '../../contract/release-judgements.ts';

/** What ended a share; its words are made when it is read. */
export type ShareReason =
  /** Somebody promoted or aborted it. */
  | { readonly code: 'by-hand'; readonly params: Readonly<Record<string, never>> }
  /** The last step of its plan. */
  | { readonly code: 'planned'; readonly params: Readonly<Record<string, never>> }
  /** Another version became current; `by` an upgrade of the product, or a team. */
  | { readonly code: 'moved'; readonly params: { readonly to: string; readonly by: 'team' | 'product' } }
  /** The next step was refused, in these words. */
  | { readonly code: 'refused'; readonly params: { readonly said: string } }
  /** Its people fare worse than those with the version before. */
  | { readonly code: 'worse'; readonly params: WorseVersion };
