import { useNotify, useSearch, useTimeZone } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DraftStore } from '../drafts/draft-store.ts';

/** The history sends people here with a post to use again (`?again=7`), and maybe an instant (`at`). Taken up once. */
export function useAgain(store: DraftStore): void {
  const [{ again = '', at = '' }, setSearch] = useSearch();
  const client = useQueryClient();
  const notify = useNotify();
  const timeZone = useTimeZone();
  useEffect(() => {
    if (!/^[1-9]\d{0,14}$/.test(again)) return;
    setSearch({ again: null, at: null }, { replace: true });
    void import('./several/start-again.ts').then(
      ({ startAgain }) => startAgain({ postId: Number(again), at, timeZone, store, client, notify }),
      () =>
        notify({
          tone: 'destructive',
          title: 'Post Not Loaded',
          description: 'Check your connection and try again.',
        }),
    );
    // What is asked for once is begun once, whatever else changes by then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [again]);
}
