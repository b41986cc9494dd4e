import type { AutomationReason } from '../../contract/automation-reasons.ts';
import type { RejectionKind } from '../../contract/rejections.ts';

/** The code of the reason by which a slot of automation was rejected. */
export const REJECTED = 'rejected' satisfies AutomationReason['code'];

/** What somebody says against a post. null: they have not said. */
export interface Verdict {
  readonly kind: RejectionKind | null;
  readonly reason: string | null;
}

/** What is said against a post as it was read. */
export interface VerdictOf extends Verdict {
  /** Stands for what was read; null where nobody says what that was. */
  readonly hash: string | null;
}

/** Why somebody rejected a post; `words` are theirs, and may be empty. */
export interface Rejection {
  readonly kind: RejectionKind;
  readonly words: string;
}
