import type { PageId, PostId } from '../../contract/ids.ts';
import type { RecurrenceState } from '../../contract/recurrences.ts';
import type { Owner } from '../../db/owner.ts';
import type { RecurrenceProblem } from '../../problems/recurrence-problem.ts';
import type { Post } from '../posts/post.ts';
import type { LocalDate } from './local-time.ts';
import type { Pattern } from './next-times.ts';
import { readRule } from './rule.ts';

/** What every post of a rule is. */
export interface RecurrenceFields {
  readonly facebookPageId: PageId;
  /** Of an evergreen set. */
  readonly name: string | null;
  /** RFC 5545. */
  readonly rule: string;
  readonly startsOn: LocalDate;
  readonly timeOfDay: string;
  readonly timeZone: string;
  readonly contentType: string;
  readonly tone: string | null;
  readonly keywords: string | null;
  /** null: one text again and again. */
  readonly cooldownDays: number | null;
  readonly isVaried: boolean;
}

/** What comes again by a rule. */
export interface Recurrence extends RecurrenceFields, Owner {
  readonly id: number;
  readonly pageName: string;
  readonly isPageThere: boolean;
  readonly state: RecurrenceState;
  /** Days before it are nobody's wish. */
  readonly activeFrom: Date;
  readonly revision: number;
  readonly problem: RecurrenceProblem | null;
  readonly createdAt: Date;
}

/** A text that comes again, or one of those in turn. */
export interface RepeatedText {
  readonly id: number;
  readonly content: string;
  readonly mediaType: Post['mediaType'];
}

/** A day that had its post, or was left out. */
export interface KnownDate {
  readonly date: LocalDate;
  readonly isMade: boolean;
  readonly textId: number | null;
  readonly at: Date;
  readonly postId: PostId | null;
}

export function patternOf({ rule, startsOn, timeOfDay, timeZone }: RecurrenceFields): Pattern {
  return { rule: readRule(rule), startsOn, timeOfDay, timeZone };
}
