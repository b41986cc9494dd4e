/** Why a person rejects a post. `other` is said in their own words. */
export const REJECTION_KINDS = ['tone', 'words', 'facts', 'repeats', 'time', 'topic', 'other'] as const;
export type RejectionKind = (typeof REJECTION_KINDS)[number];
