import type { Draft as ServerDraft, DraftFields } from '@pagecast/api/contract';
import type { Autosave } from './autosave.ts';
import { newDraft, type DraftCalls, type DraftState, type OpenDraft } from './draft-state.ts';
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts';

interface Parts {
  readonly draft: OpenDraft;
  readonly calls: DraftCalls;
  readonly kept: KeptDrafts;
  readonly autosave: Autosave;
}

/** Puts another draft in the place of the one that is open. */
export function createDraftOpening({ draft, calls, kept, autosave }: Parts) {
  /** As the draft began: until something is written there is nothing to save. */
  let baseline = draft.get().fields;

  function show(next: DraftState): void {
    autosave.forget();
    baseline = next.fields;
    draft.set(next);
  }

  /** What the server has needs no copy here. */
  function leave(): void {
    if (draft.get().saving === 'clean') kept.drop(draft.get().key);
  }

  /** One that this browser kept. */
  function restore({ key, revision, fields, isSaved }: KeptDraft): void {
    show({ ...newDraft(fields), key, revision, saving: isSaved ? 'clean' : 'waiting' });
    kept.put({ key, revision, fields, isSaved });
    if (!isSaved) autosave.plan();
  }

  /** One as the server has it. */
  function adopt({ key, revision, fields, updatedAt }: ServerDraft): void {
    show({ ...newDraft(fields), key, revision, savedAt: updatedAt });
    kept.put({ key, revision, fields, isSaved: true });
  }

  /** One by its key: as this browser kept it, where the server has not got that yet. */
  async function open(key: string): Promise<void> {
    await autosave.settled();
    const local = kept.unsaved().find((one) => one.key === key);
    const found = local ?? (await calls.read(key));
    leave();
    if ('isSaved' in found) restore(found);
    else adopt(found);
  }

  const begin = (fields: DraftFields) => show(newDraft(fields));

  return { baseline: () => baseline, leave, begin, restore, adopt, open };
}
