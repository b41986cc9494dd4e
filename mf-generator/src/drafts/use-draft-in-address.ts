import { reasonOf, useNotify, useSearch } from '@pagecast/shell/kit';
import { useEffect } from 'react';
import type { DraftStore } from './draft-store.ts';

/** The media library sends people here with the key of a draft (`?draft=…`), which is opened once. */
export function useDraftInAddress(store: DraftStore): void {
  const [{ draft = '' }, setSearch] = useSearch();
  const notify = useNotify();
  useEffect(() => {
    if (draft === '') return;
    setSearch({ draft: null }, { replace: true });
    store.open(draft).catch((error: unknown) => {
      notify({
        tone: 'destructive',
        title: "The draft didn't open",
        description: reasonOf(error, 'Open it from your drafts.'),
      });
    });
    // What is asked for once is opened once, whatever else changes by then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft]);
}
