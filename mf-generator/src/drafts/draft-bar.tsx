import type { DraftSummary } from '@pagecast/api/contract';
import {
  Button,
  ConfirmDialog,
  focusHeading,
  formatClock,
  LateWindow,
  lazyPart,
  reasonOf,
  useNotify,
  useTimeZone,
} from '@pagecast/shell/kit';
import { CloudCheck, CloudOff, FilePlus2, Files, LoaderCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { hasText } from './draft.ts';
import type { DraftState } from './draft-state.ts';
import type { DraftStore } from './draft-store.ts';

const DraftsDialog = /* @__PURE__ */ lazyPart(async () => (await import('./drafts-dialog.tsx')).DraftsDialog);

/** Where what is written is kept, and the way to other drafts. */
export function DraftBar({ state, store }: { state: DraftState; store: DraftStore }) {
  const [dialog, setDialog] = useState<'list' | 'delete' | null>(null);
  const isBegun = state.revision > 0 || state.saving !== 'clean' || hasText(state.fields);
  // Their buttons go away with the draft: the focus begins anew with the screen.
  const remove = () => {
    setDialog(null);
    void store.discard().then(focusHeading);
  };
  const begin = () => {
    void store
      .settled()
      .then(() => store.startNew())
      .then(focusHeading);
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {state.offer === null ? (
        <SavingNote
          state={state}
          onSave={() => {
            void store.save();
          }}
        />
      ) : (
        <DraftOffer offer={state.offer} store={store} />
      )}
      {isBegun && (
        <>
          <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden />} onClick={() => setDialog('delete')}>
            Delete draft
          </Button>
          <Button size="sm" variant="ghost" icon={<FilePlus2 aria-hidden />} onClick={begin}>
            New draft
          </Button>
        </>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={<Files aria-hidden />}
        onPointerEnter={DraftsDialog.preload}
        onFocus={DraftsDialog.preload}
        onClick={() => setDialog('list')}
      >
        Drafts
      </Button>
      <Windows dialog={dialog} state={state} store={store} onClose={() => setDialog(null)} onDelete={remove} />
    </div>
  );
}

function Windows({
  dialog,
  state,
  store,
  onClose,
  onDelete,
}: {
  dialog: 'list' | 'delete' | null;
  state: DraftState;
  store: DraftStore;
  onClose: () => void;
  onDelete: () => void;
}) {
  return (
    <>
      {dialog === 'list' && (
        <LateWindow onClose={onClose}>
          <DraftsDialog openKey={state.key} store={store} onClose={onClose} />
        </LateWindow>
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={onClose}
        onConfirm={onDelete}
        destructive
        title="Delete this draft?"
        message="What you've written here will be deleted. This can't be undone."
        confirmLabel="Delete draft"
      />
    </>
  );
}

function SavingNote({
  state: { saving, savedAt, revision, problem, conflict },
  onSave,
}: {
  state: DraftState;
  onSave: () => void;
}) {
  const timeZone = useTimeZone();
  const styles = 'flex items-center gap-1.5 text-ink-soft [&_svg]:size-4 [&_svg]:shrink-0';
  if (conflict !== null) return null;
  if (saving === 'here') {
    return (
      <div className="flex flex-wrap items-center gap-2 text-warn">
        <p role="status" className="flex items-center gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <CloudOff aria-hidden />
          Saved in this browser only. {problem}
        </p>
        <Button size="sm" onClick={onSave}>
          Save now
        </Button>
      </div>
    );
  }
  if (saving !== 'clean')
    return (
      <p className={styles}>
        <LoaderCircle aria-hidden />
        Saving draft...
      </p>
    );
  if (revision === 0) return <p className={styles}>Drafts save automatically.</p>;
  return (
    <p role="status" className={styles}>
      <CloudCheck aria-hidden />
      Draft saved{savedAt !== null && ` at ${formatClock(savedAt, timeZone)}`}
    </p>
  );
}

/**
 * What was begun on another device, or before a log out: one press away, in the place of a line that says less, so that
 * nothing moves.
 */
function DraftOffer({ offer, store }: { offer: DraftSummary; store: DraftStore }) {
  const notify = useNotify();
  const open = () => {
    store
      .open(offer.key)
      .then(focusHeading, (error: unknown) =>
        notify({ tone: 'destructive', title: 'Draft Not Opened', description: reasonOf(error, 'Please try again.') }),
      );
  };
  return (
    <>
      <p className="max-w-[44ch] min-w-0 truncate text-ink-soft">You have a draft: “{offer.excerpt}”</p>
      <Button size="sm" onClick={open}>
        Open draft
      </Button>
    </>
  );
}
