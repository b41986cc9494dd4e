import type { TextOfDraft } from '../../drafts/draft.ts';

/** What a text was before its changes, and what it was before these were undone. */
export interface TextHistory {
  readonly past: readonly TextOfDraft[];
  readonly future: readonly TextOfDraft[];
}

export const NO_HISTORY: TextHistory = { past: [], future: [] };

/** Further back nobody goes. */
const MOST = 50;

export function changed({ past }: TextHistory, before: TextOfDraft): TextHistory {
  return { past: [...past, before].slice(-MOST), future: [] };
}

/** What was written since comes back with `redone`. @returns null where there is nothing to undo */
export function undone(history: TextHistory, now: TextOfDraft): { history: TextHistory; text: TextOfDraft } | null {
  const text = history.past.at(-1);
  if (text === undefined) return null;
  return { text, history: { past: history.past.slice(0, -1), future: [...history.future, now].slice(-MOST) } };
}

export function redone(history: TextHistory, now: TextOfDraft): { history: TextHistory; text: TextOfDraft } | null {
  const text = history.future.at(-1);
  if (text === undefined) return null;
  return { text, history: { past: [...history.past, now].slice(-MOST), future: history.future.slice(0, -1) } };
}
