import { AutomationReason, PausedPage } from '../contract/automation-reasons.ts';
import { StoredProblem, StoredUpload } from '../contract/problems.ts';
import {
  readOldPause,
  readOldPausedPage,
  readOldProblem,
  readOldReason,
  readOldUpload,
} from '../db/old-sentences/read-old-problem.ts';
import { NO_WORDS, writtenOf } from '../db/old-sentences/sentence.ts';
import type { PageProblem, Problem } from './problem.ts';

/**
 * A problem as a row has it. While a new release takes over, processes of the one before go on writing words of theirs,
 * and after a way back there may be codes that this one does not know: both are read as well as they can be.
 * @param at when it was written
 */
export function readProblem(stored: unknown, at: Date): Problem {
  const read = StoredProblem.safeParse(stored);
  return read.success ? read.data : readOldProblem({ ...objectOf(stored), at });
}

/** What stands in the way of a page: nothing else is written there. */
export function readPageProblem(stored: unknown): PageProblem | null {
  return stored === null ? null : (readProblem(stored, new Date(0)) as PageProblem);
}

export function readReason(stored: unknown, at: Date): AutomationReason {
  const read = AutomationReason.safeParse(stored);
  return read.success ? read.data : readOldReason({ ...objectOf(stored), at });
}

export function readPause(stored: unknown, at: Date): AutomationReason {
  const read = AutomationReason.safeParse(stored);
  return read.success ? read.data : readOldPause(String(stored ?? ''), at);
}

/** What a notification is about. */
export function readNotified(stored: unknown, at: Date): Problem | PausedPage {
  const read = PausedPage.safeParse(stored);
  if (read.success) return read.data;
  const written = writtenOf({ ...objectOf(stored), at });
  return written.code === 'page_paused' && written.message !== NO_WORDS
    ? readOldPausedPage(written)
    : readProblem(stored, at);
}

export function readUpload(stored: unknown): StoredUpload {
  const read = StoredUpload.safeParse(stored);
  if (read.success) return read.data;
  return readOldUpload(objectOf(stored));
}

function objectOf(stored: unknown): object {
  return typeof stored === 'object' && stored !== null ? stored : {};
}
