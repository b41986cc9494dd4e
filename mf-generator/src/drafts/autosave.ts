import { statusOf } from '@pagecast/shell/kit';
import { draftIn, problemOf } from './draft-errors.ts';
import type { DraftCalls, DraftState, OpenDraft } from './draft-state.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import { areSame } from './same-fields.ts';

/** A pause this long in the typing saves; somebody who types on and on is saved all the same. */
const SAVE_AFTER_MS = 1000;
const SAVE_WITHIN_MS = 5000;
const RETRY_MS = 10_000;

type Saved = Awaited<ReturnType<DraftCalls['save']>>;

/** Brings what is written to the server: one call at a time, after a pause in the typing, and never over another's. */
export function createAutosave({ draft, calls, kept }: { draft: OpenDraft; calls: DraftCalls; kept: KeptDrafts }) {
  const timer = savingTimer(() => void save());
  let running: Promise<void> | null = null;

  function plan(): void {
    if (running === null) timer.plan();
  }

  /** One at a time; what is written meanwhile is saved after it. */
  async function save(): Promise<void> {
    timer.stop();
    if (running !== null) return running;
    if (!draft.isDirty() || draft.get().conflict !== null) return;
    running = attempt(draft.get());
    await running;
    running = null;
    if (draft.get().saving === 'waiting') plan();
  }

  async function attempt({ key, revision, fields }: DraftState): Promise<void> {
    timer.forget();
    draft.set({ saving: 'saving' });
    try {
      settle({ key, fields }, await calls.save(key, revision, fields));
    } catch (error) {
      if (draft.get().key !== key) return;
      const theirs = statusOf(error) === 409 ? draftIn(error) : null;
      if (theirs !== null && areSame(theirs.fields, fields)) return settle({ key, fields }, theirs);
      if (theirs !== null) return draft.set({ saving: 'here', conflict: { kind: 'changed', theirs } });
      if (statusOf(error) === 404 && revision > 0) return draft.set({ saving: 'here', conflict: { kind: 'gone' } });
      draft.set({ saving: 'here', problem: problemOf(error) });
      // Nobody looks any more, or nobody is logged in: the next poll tries again.
      if (draft.isWatched() && statusOf(error) !== 401) timer.saveIn(RETRY_MS);
    }
  }

  function settle({ key, fields }: Pick<DraftState, 'key' | 'fields'>, { revision, updatedAt }: Saved): void {
    if (draft.get().key !== key) return kept.drop(key);
    const isSaved = draft.get().fields === fields;
    draft.set({ revision, savedAt: updatedAt, problem: null, saving: isSaved ? 'clean' : 'waiting' });
    kept.put({ key, revision, fields: draft.get().fields, isSaved });
  }

  /** Waits until what was written is on the server, or it is clear that it cannot be. */
  async function settled(): Promise<void> {
    while (running !== null || (draft.get().saving === 'waiting' && draft.get().conflict === null)) await save();
  }

  return {
    plan,
    save,
    settled,
    /** Ends with the call that is on its way. */
    idle: (): Promise<void> => running ?? Promise.resolve(),
    /** Another draft is open from here on. */
    forget: timer.forget,
  };
}
export type Autosave = ReturnType<typeof createAutosave>;

/** When to save: after a pause in the typing, and not much later than what was typed first. */
function savingTimer(save: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | null = null;
  const stop = () => clearTimeout(timer);
  const saveIn = (delay: number) => {
    timer = setTimeout(save, delay);
  };
  return {
    stop,
    saveIn,
    plan(): void {
      stop();
      unsavedSince ??= Date.now();
      saveIn(Math.max(0, Math.min(SAVE_AFTER_MS, unsavedSince + SAVE_WITHIN_MS - Date.now())));
    },
    /** Nothing is unsaved any more. */
    forget(): void {
      stop();
      unsavedSince = null;
    },
  };
}
