import { useState } from 'react';
import { useMoves, type Moves } from './use-moves.ts';
import { useUndoKey } from './use-undo-key.ts';

export interface Undo {
  readonly moves: Moves;
  /** Takes the last change back, of one post or of many; null when there is none. */
  readonly undo: (() => void) | null;
  /** Tells what takes back what was done to many posts. */
  readonly onBulkUndo: (undo: (() => void) | null) => void;
}

/** The last change of posts here, and the way back from it, also by key. */
export function useUndo(): Undo {
  const [bulk, setBulk] = useState<{ readonly undo: () => void } | null>(null);
  const moves = useMoves(() => setBulk(null));
  const undo = bulk?.undo ?? moves.undo;
  useUndoKey(undo);
  return { moves, undo, onBulkUndo: (next) => setBulk(next === null ? null : { undo: next }) };
}
