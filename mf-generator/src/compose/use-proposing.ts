import { listPages } from '@pagecast/api/contract';
import { reasonOf, refresh, statusOf, useNotify } from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { afterSuccess, contentOf } from '../drafts/draft.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import type { Sending } from './use-publishing.ts';

type Proposing = Pick<Sending, 'body' | 'key'> & { readonly pageName: string };

const PRESS_AGAIN = " We didn't hear back. Press the button again: your post isn't proposed twice.";

/** Proposes a draft for a page of somebody else. What that takes comes with its first use. */
export function useProposing(store: DraftStore) {
  const notify = useNotify();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ body, pageName }: Proposing) =>
      (await import('./shared/propose-post.ts')).proposePost(body, pageName),
    onSuccess: ({ toast, isWaiting }, { body, key }) => {
      notify(toast);
      if (isWaiting)
        store.finish(key, (before) => (contentOf(before) === body.content ? afterSuccess(before) : before));
    },
    // The text stays where it is.
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Post Not Proposed',
        description: `${reasonOf(error, 'Please try again.')}${statusOf(error) === 0 ? PRESS_AGAIN : ''}`,
      }),
    // Also after a failure: it may be shared with them no longer.
    onSettled: () => refresh(client, { touches: [listPages.resource, 'automation', 'posts', 'notifications'] }),
  });
  return {
    propose: (proposing: Proposing) => {
      if (!isPending) mutate(proposing);
    },
    isPending,
  };
}
