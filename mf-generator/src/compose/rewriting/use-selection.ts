import { useEffect, useState } from 'react';
import type { Range } from './place-change.ts';

/** What is selected in a text area, also once the focus is elsewhere; null for nothing. */
export function useSelection(areaId: string): { selected: Range | null; forget: () => void } {
  const [selected, setSelected] = useState(() => selectionIn(document.getElementById(areaId)));
  useEffect(() => {
    const read = () => {
      if (document.activeElement?.id === areaId) setSelected(selectionIn(document.activeElement));
    };
    // Browsers tell the document; some of them, and who sets it by program, tell the text area alone.
    document.addEventListener('selectionchange', read);
    document.addEventListener('select', read, true);
    return () => {
      document.removeEventListener('selectionchange', read);
      document.removeEventListener('select', read, true);
    };
  }, [areaId]);
  return { selected, forget: () => setSelected(null) };
}

function selectionIn(area: Element | null): Range | null {
  if (!(area instanceof HTMLTextAreaElement)) return null;
  const { selectionStart: start, selectionEnd: end } = area;
  return start < end ? { start, end } : null;
}
