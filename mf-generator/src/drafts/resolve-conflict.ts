import type { Draft as ServerDraft } from '@pagecast/api/contract';
import type { Autosave } from './autosave.ts';
import { newDraftKey } from './draft-key.ts';
import type { OpenDraft } from './draft-state.ts';
import type { KeptDrafts } from './kept-drafts.ts';

interface Parts {
  readonly draft: OpenDraft;
  readonly kept: KeptDrafts;
  readonly autosave: Autosave;
  readonly adopt: (theirs: ServerDraft) => void;
  readonly startNew: () => void;
}

/** Ends a conflict by taking theirs, writing ours over it, or going on with ours as a draft of its own. */
export function resolveConflict(
  choice: 'theirs' | 'mine' | 'both',
  { draft, kept, autosave, adopt, startNew }: Parts,
): void {
  const { conflict, fields, key } = draft.get();
  if (conflict === null) return;
  if (choice === 'theirs') return conflict.kind === 'changed' ? adopt(conflict.theirs) : startNew();
  if (choice === 'mine' && conflict.kind === 'changed')
    draft.set({ revision: conflict.theirs.revision, conflict: null, saving: 'waiting' });
  else {
    kept.drop(key);
    draft.set({ key: newDraftKey(), revision: 0, conflict: null, saving: 'waiting' });
  }
  kept.put({ key: draft.get().key, revision: draft.get().revision, fields, isSaved: false });
  void autosave.save();
}
