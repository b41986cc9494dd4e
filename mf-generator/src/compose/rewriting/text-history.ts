import type { TextOfDraft } from '../../drafts/draft.ts';
import { placeNow, replaced, sharedEnds } from './place-change.ts';

/** A change that was made: the text before it, and what it was right afterwards. */
interface Change {
  readonly from: TextOfDraft;
  readonly to: TextOfDraft;
}

/** The changes that were made, and those that were undone, the last one at the end of each. */
export interface TextHistory {
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

export const NO_HISTORY: TextHistory = { past: [], future: [] };

/** Further back nobody goes. */
const MOST = 50;

export function changed({ past }: TextHistory, change: Change): TextHistory {
  return { past: [...past, change].slice(-MOST), future: [] };
}

/**
 * Takes the last change back, and leaves what was written elsewhere since. Where the changed part itself was written
 * over, the text before comes back whole, and what was written since with `redone`.
 * @returns null where there is nothing to undo
 */
export function undone(history: TextHistory, now: TextOfDraft): { history: TextHistory; text: TextOfDraft } | null {
  const change = history.past.at(-1);
  if (change === undefined) return null;
  const text = takenBack(change, now);
  return {
    text,
    history: { past: history.past.slice(0, -1), future: [...history.future, { from: now, to: text }].slice(-MOST) },
  };
}

export function redone(history: TextHistory, now: TextOfDraft): { history: TextHistory; text: TextOfDraft } | null {
  const change = history.future.at(-1);
  if (change === undefined) return null;
  const text = takenBack(change, now);
  return {
    text,
    history: { past: [...history.past, { from: now, to: text }].slice(-MOST), future: history.future.slice(0, -1) },
  };
}

function takenBack({ from, to }: Change, now: TextOfDraft): TextOfDraft {
  const { first, last } = sharedEnds(from.text, to.text);
  const place = placeNow(to.text, { start: first, end: to.text.length - last }, now.text);
  if (place === null) return from;
  return { ...from, text: replaced(now.text, place, from.text.slice(first, from.text.length - last)) };
}
