import { useEffect } from 'react';

/** Control and Z, or Command and Z, outside of fields that have an undo of their own. */
export function useUndoKey(undo: (() => void) | null): void {
  useEffect(() => {
    if (undo === null) return;
    const handleKey = (event: KeyboardEvent) => {
      const isField =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null;
      if (
        isField ||
        event.key.toLowerCase() !== 'z' ||
        event.shiftKey ||
        event.altKey ||
        !(event.ctrlKey || event.metaKey)
      )
        return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [undo]);
}
