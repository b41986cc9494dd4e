import type { Draft as ServerDraft, DraftFields } from '@pagecast/api/contract';
import type { Autosave } from './autosave.ts';
import { newDraft, type DraftState, type OpenDraft } from './draft-state.ts';
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts';

interface Parts {
  readonly draft: OpenDraft;
  readonly kept: KeptDrafts;
  readonly autosave: Autosave;
}

/** Puts another draft in the place of the one that is open. */
export function createDraftOpening({ draft, kept, autosave }: Parts) {
  /** As the draft began: until something is written there is nothing to save. */
  let baseline = draft.get().fields;

  function show(next: DraftState): void {
    autosave.forget();
    baseline = next.fields;
    draft.set(next);
  }

  return {
    baseline: () => baseline,

    /** What the server has needs no copy here. */
    leave(): void {
      if (draft.get().saving === 'clean') kept.drop(draft.get().key);
    },

    begin: (fields: DraftFields): void => show(newDraft(fields)),

    /** One that this browser kept. */
    restore({ key, revision, fields, isSaved }: KeptDraft): void {
      show({ ...newDraft(fields), key, revision, saving: isSaved ? 'clean' : 'waiting' });
      kept.put({ key, revision, fields, isSaved });
      if (!isSaved) autosave.plan();
    },

    /** One as the server has it. */
    adopt({ key, revision, fields, updatedAt }: ServerDraft): void {
      show({ ...newDraft(fields), key, revision, savedAt: updatedAt });
      kept.put({ key, revision, fields, isSaved: true });
    },
  };
}
