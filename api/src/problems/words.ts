import type { AutomationReason } from '../contract/automation-reasons.ts';
import type { ShareVerdict, WorseVersion } from '../contract/release-judgements.ts';
import type { StoredUpload } from '../contract/problems.ts';
import type { Problem } from './problem.ts';
import type { RecurrenceProblem } from './recurrence-problem.ts';

/** What is known when a problem is read. */
export interface Reading {
  /** The database's time. Of what is over: the time of that. */
  readonly now: Date;
  /** How many scheduled posts it stands in the way of, where that is known. */
  readonly posts?: number;
}

/** What stored codes are called in one language. A switch over all codes is behind each, which the compiler counts. */
export interface Words {
  /** A problem, for whoever has to do something about it. */
  problem(problem: Problem, reading: Reading): string;
  /** Why nothing came of a slot of automation, for its owner. @param now the time of that, where it is known */
  reason(reason: AutomationReason, now: Date): string;
  /** How far the files of a post are on their way. */
  upload(upload: StoredUpload): string;
  /** What is to be said of something that comes again by a rule, for its owner. */
  recurrence(problem: RecurrenceProblem): string;
  /** Why a version was taken back. */
  worse(worse: WorseVersion): string;
  /** What can be said so far of a version that a part of all people has. `needed`: so many people say something. */
  verdict(verdict: VerdictFigures): string;
}

export type VerdictFigures = Omit<ShareVerdict, 'message'> & { readonly needed: number };
