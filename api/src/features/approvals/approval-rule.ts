import type { PageId } from '../../contract/ids.ts';

/** What its owner lets through without reading it. */
export interface RuleTerms {
  readonly kinds: readonly string[];
  readonly postsPerDay: number;
}

export interface ApprovalRule extends RuleTerms {
  readonly facebookPageId: PageId;
  /** As they were called then. */
  readonly writtenBy: string;
  readonly writtenAt: Date;
}

/** A rule with what it has done today. */
export interface RuleInUse extends ApprovalRule {
  readonly approvedToday: number;
}
