import type { Draft as ServerDraft } from '@pagecast/api/contract';
import type { Autosave } from './autosave.ts';
import type { createDraftClearing } from './draft-clearing.ts';
import type { DraftCalls, OpenDraft } from './draft-state.ts';
import type { KeptDrafts } from './kept-drafts.ts';

interface Parts {
  readonly draft: OpenDraft;
  readonly calls: DraftCalls;
  readonly kept: KeptDrafts;
  readonly autosave: Autosave;
  readonly clearing: ReturnType<typeof createDraftClearing>;
  readonly adopt: (theirs: ServerDraft) => void;
  readonly startNew: () => void;
}

/** Keeps the open draft in step with what is written elsewhere. */
export function followServer({ draft, calls, kept, autosave, clearing, adopt, startNew }: Parts) {
  let hasStarted = false;

  /**
   * Looks whether the draft was changed elsewhere. What was written here meanwhile is not lost: it is saved, and the
   * server answers what stands against it.
   */
  async function poll(): Promise<void> {
    if (draft.isDirty()) return autosave.save();
    const { key, revision, saving } = draft.get();
    if (revision === 0 || saving !== 'clean') return;
    const isAsBefore = () => draft.get().key === key && draft.get().saving === 'clean';
    try {
      const theirs = (await calls.list()).find((one) => one.key === key);
      if (!isAsBefore() || theirs?.revision === revision) return;
      if (theirs === undefined) return startNew();
      const found = await calls.read(key);
      if (isAsBefore() && found.revision > draft.get().revision) adopt(found);
    } catch {
      // The next save finds out.
    }
  }

  /** What was begun elsewhere and not finished. Without the server the composer works all the same. */
  async function offerUnfinished(): Promise<void> {
    const drafts = await calls.list().catch(() => []);
    const { revision, saving } = draft.get();
    if (revision > 0 || saving !== 'clean') return;
    draft.set({ offer: drafts.find(({ key, excerpt }) => excerpt !== '' && !kept.gone().includes(key)) ?? null });
  }

  return {
    poll,

    /** Compares what was taken up with the server, and looks for what was begun elsewhere. */
    async start(): Promise<void> {
      if (hasStarted) return poll();
      hasStarted = true;
      await clearing.removeGone();
      await (draft.get().revision > 0 || draft.isDirty() ? poll() : offerUnfinished());
      await clearing.rescue(() => draft.get().key);
    },
  };
}
