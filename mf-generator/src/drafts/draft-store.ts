import type { DraftFields } from '@pagecast/api/contract';
import { emptyDraft, hasText } from './draft.ts';
import { createAutosave, type Autosave } from './autosave.ts';
import { createDraftClearing } from './draft-clearing.ts';
import { createDraftOpening } from './draft-opening.ts';
import { newDraft, openDraft, type DraftCalls, type DraftState, type OpenDraft } from './draft-state.ts';
import { followServer } from './follow-server.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { areSame } from './same-fields.ts';

type Change = DraftFields | ((before: DraftFields) => DraftFields);

/**
 * The draft that a tab has open: kept in the browser at every key, on the server at every pause, and never written over
 * another's.
 */
export function createDraftStore({ calls, kept }: { calls: DraftCalls; kept: KeptDrafts }) {
  const draft = openDraft(newDraft(emptyDraft));
  const autosave = createAutosave({ draft, calls, kept });
  const opening = createDraftOpening({ draft, calls, kept, autosave });
  const clearing = createDraftClearing({ calls, kept });

  /** Leaves the present draft as it is and begins another. */
  function startNew(fields: DraftFields = emptyLike(draft.get().fields)): void {
    opening.leave();
    opening.begin(fields);
  }

  const change = (asked: Change) => changeDraft({ draft, kept, autosave, opening }, asked);

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

    open: opening.open,
    startNew,
    discard,

    /** Deletes another draft, from the list. */
    remove: (key: string): Promise<void> => (key === draft.get().key ? discard() : clearing.remove(key)),

    /** Changes a draft that may not be the one shown any more: what was begun for it is still for it. */
    changeOf(key: string, asked: Change): void {
      if (draft.get().key === key) change(asked);
      else void changeElsewhere({ calls, kept }, key, asked);
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

interface Parts {
  readonly draft: OpenDraft;
  readonly kept: KeptDrafts;
  readonly autosave: Autosave;
  readonly opening: ReturnType<typeof createDraftOpening>;
}

/**
 * Takes up what was written: kept in the browser at once, on the server after a pause. What is as it began is nothing
 * to keep, whatever it would be written for.
 */
function changeDraft({ draft, kept, autosave, opening }: Parts, asked: Change): void {
  const { key, revision, fields: before, saving } = draft.get();
  const fields = typeof asked === 'function' ? asked(before) : asked;
  if (fields === before) return;
  const began = opening.baseline();
  const isUntouched = revision === 0 && areSame({ ...fields, platform: began.platform }, began);
  const next = isUntouched ? 'clean' : 'waiting';
  draft.set({ fields, offer: null, saving: saving === 'saving' ? 'saving' : next });
  if (isUntouched) return kept.drop(key);
  kept.put({ key, revision, fields, isSaved: false });
  autosave.plan();
}

/** Where it is kept. One that is gone by then, or changed at that very moment by somebody else, is left alone. */
async function changeElsewhere(
  { calls, kept }: Pick<Parts, 'kept'> & { calls: DraftCalls },
  key: string,
  asked: Change,
) {
  const changed = (before: DraftFields) => (typeof asked === 'function' ? asked(before) : asked);
  const local = kept.unsaved().find((one) => one.key === key);
  if (local !== undefined) return kept.put({ ...local, fields: changed(local.fields) });
  await calls
    .read(key)
    .then(({ revision, fields }) => calls.save(key, revision, changed(fields)))
    .catch(() => null);
}

/** For the same platform and page. */
function emptyLike({ platform, pageId }: DraftFields): DraftFields {
  return { ...emptyDraft, platform, pageId };
}
