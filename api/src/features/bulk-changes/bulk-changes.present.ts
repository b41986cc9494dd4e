import type * as contract from '../../contract/bulk-changes.ts';
import type { BulkChange, Outcome } from './bulk-changes.repository.ts';
import { undoUntil } from './undo-bulk-change.ts';

export function present(change: BulkChange): contract.BulkChange {
  const { id, kind, undone } = change;
  const canUndo = undone === null && change.postIds.length > 0;
  return {
    id,
    kind,
    ...outcomeOf(change),
    undoUntil: canUndo ? undoUntil(change).toISOString() : null,
    undone: undone === null ? null : outcomeOf(undone),
  };
}

const outcomeOf = ({ postIds, unchanged }: Outcome) => ({
  postIds: [...postIds],
  unchanged: unchanged.map((one) => ({ ...one })),
});
