import { useState } from 'react';
import type { PlanFilter } from '../queries.ts';
import { BulkDialog, type BulkDialogKind } from './bulk-dialogs.tsx';
import { UnchangedDialog } from './unchanged-dialog.tsx';
import { selectedCount, SelectionBar } from './selection-bar.tsx';
import { useSelection } from './selection.ts';
import { useBulkChange, whichOf } from './use-bulk-change.ts';

/** What is done with selected posts. It stays when the selection ends, so that the last change can be undone. */
export function SelectionTools({
  filter,
  matching,
  onUndo,
}: {
  filter: PlanFilter;
  matching: number | null;
  onUndo: (undo: (() => void) | null) => void;
}) {
  const selection = useSelection();
  const [asked, setAsked] = useState<BulkDialogKind | null>(null);
  const { run, isBusy, kept, dismiss } = useBulkChange(selection, onUndo);
  return (
    <>
      {selection.isOn && <SelectionBar selection={selection} matching={matching} isBusy={isBusy} onAsk={setAsked} />}
      {asked !== null && (
        <BulkDialog
          kind={asked}
          count={selectedCount(selection, matching)}
          onClose={() => setAsked(null)}
          onRun={(change) => {
            setAsked(null);
            run(change, whichOf(selection, { filter, matching: matching ?? 0 }));
          }}
        />
      )}
      {kept !== null && <UnchangedDialog kept={kept} onClose={dismiss} />}
    </>
  );
}
