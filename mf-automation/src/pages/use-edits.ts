import { LOCAL_COPIES, useUser } from '@pagecast/shell/kit';
import { useCallback, useState } from 'react';
import { noEdits, type Edits } from './page-edits.ts';

/**
 * Unsaved changes outlive a reload and a session that ran out, for as long as the tab is open; a log out forgets them.
 */
export function useEdits(): [Edits, (next: (edits: Edits) => Edits) => void] {
  const key = `${LOCAL_COPIES}automation.${useUser().id}`;
  const [edits, setEdits] = useState<Edits>(() => readKept(key));
  const change = useCallback(
    (next: (edits: Edits) => Edits) => {
      setEdits((present) => {
        const changed = next(present);
        keep(key, changed);
        return changed;
      });
    },
    [key],
  );
  return [edits, change];
}

/** A full or forbidden storage costs only the memory, not the screen. */
function keep(key: string, edits: Edits): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(edits));
  } catch {
    return;
  }
}

/** Anything of another shape is left alone: an older build may have kept it. */
function readKept(key: string): Edits {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (
      typeof kept !== 'object' ||
      kept === null ||
      !('pages' in kept) ||
      typeof kept.pages !== 'object' ||
      kept.pages === null
    )
      return noEdits;
    return kept as Edits;
  } catch {
    return noEdits;
  }
}
