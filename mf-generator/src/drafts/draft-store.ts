import type { DraftFields } from '@pagecast/api/contract';
import { emptyDraft, hasText } from './draft.ts';
import { createAutosave } from './autosave.ts';
import { createDraftClearing } from './draft-clearing.ts';
import { createDraftOpening } from './draft-opening.ts';
import { newDraft, openDraft, type DraftCalls, type DraftState } from './draft-state.ts';
import { followServer } from './follow-server.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { areSame } from './same-fields.ts';

type Change = DraftFields | ((before: DraftFields) => DraftFields);

/** The draft that a tab has open: kept in the browser at every key, on the server at every pause, and never written over another's. */
export function createDraftStore({ calls, kept }: { calls: DraftCalls; kept: KeptDrafts }) {
  const draft = openDraft(newDraft(emptyDraft));
  const autosave = createAutosave({ draft, calls, kept });
  const opening = createDraftOpening({ draft, kept, autosave });
  const clearing = createDraftClearing({ calls, kept });

  /** Leaves the present draft as it is and begins another. */
  function startNew(fields: DraftFields = emptyLike(draft.get().fields)): void {
    opening.leave();
    opening.begin(fields);
  }

  function change(asked: Change): void {
    const { key, revision, fields: before, saving } = draft.get();
    const fields = typeof asked === 'function' ? asked(before) : asked;
    if (fields === before) return;
    const isUntouched = revision === 0 && areSame(fields, opening.baseline());
    const next = isUntouched ? 'clean' : 'waiting';
    draft.set({ fields, offer: null, saving: saving === 'saving' ? 'saving' : next });
    if (isUntouched) return kept.drop(key);
    kept.put({ key, revision, fields, isSaved: false });
    autosave.plan();
  }

  async function discard(): Promise<void> {
    const { key } = draft.get();
    startNew();
    await autosave.idle();
    await clearing.remove(key);
  }

  const left = kept.last();
  if (left !== null) opening.restore(left);
  return {
    get: (): DraftState => draft.get(),
    subscribe: draft.subscribe,
    ...followServer({ draft, calls, kept, autosave, clearing, adopt: opening.adopt, startNew }),
    change,
    /** Saves now: the person leaves. */
    save: autosave.save,
    settled: autosave.settled,

    async open(key: string): Promise<void> {
      await autosave.settled();
      const local = kept.unsaved().find((one) => one.key === key);
      const found = local ?? (await calls.read(key));
      opening.leave();
      if ('isSaved' in found) opening.restore(found);
      else opening.adopt(found);
    },

    startNew,
    discard,

    /** Deletes another draft, from the list. */
    remove: (key: string): Promise<void> => (key === draft.get().key ? discard() : clearing.remove(key)),

    /** Changes a draft that may not be the one shown any more; then it is of no use. */
    changeOf(key: string, asked: Change): void {
      if (draft.get().key === key) change(asked);
    },

    /** Something of this draft went out: what is left begins the next one, unless text is left that would be missed. */
    finish(key: string, reset: (before: DraftFields) => DraftFields): void {
      if (draft.get().key !== key) return void clearing.remove(key);
      const rest = reset(draft.get().fields);
      if (hasText(rest)) return change(rest);
      opening.begin(rest);
      void autosave.idle().then(() => clearing.remove(key));
    },

    /** Ends a conflict. `both` goes on with what was written here as a draft of its own. */
    resolve: (choice: 'theirs' | 'mine' | 'both'): void =>
      resolveConflict(choice, { draft, kept, autosave, adopt: opening.adopt, startNew }),
  };
}
export type DraftStore = ReturnType<typeof createDraftStore>;

/** For the same platform and page. */
function emptyLike({ platform, pageId }: DraftFields): DraftFields {
  return { ...emptyDraft, platform, pageId };
}
