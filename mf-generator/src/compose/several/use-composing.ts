import { createComposition, type AnswerOf, type TooClosePost } from '@pagecast/api/contract';
import {
  ApiError,
  callApi,
  describeFailedSending,
  refresh,
  statusOf,
  useNotify,
  type Toast,
} from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftStore } from '../../drafts/draft-store.ts';
import { contentOf, type Draft, type Several } from '../../drafts/draft.ts';
import { pageCount } from './describe-several.ts';
import type { CompositionBody } from './read-composition.ts';
import { afterComposition } from './several.ts';
import { haveSameFiles } from './story.ts';

/** A call, and the draft that it was made from: the person may have another one open when the answer comes. */
interface Sending {
  readonly body: CompositionBody;
  readonly several: Several;
  readonly key: string;
}

/** Sends a text to all its pages. What is too close to another post of its page is asked about first. */
export function useComposing(store: DraftStore) {
  const notify = useNotify();
  const client = useQueryClient();
  const [tooClose, setTooClose] = useState<readonly TooClosePost[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body }: Sending) => callApi(createComposition, { body }),
    onSuccess: (composition, { body, several, key }) => {
      setTooClose([]);
      notify(outcomeOf(composition, body));
      // What was written meanwhile is another text, and stays.
      store.finish(key, (before) => (isAsSent(before, body, several) ? afterComposition(before, several) : before));
    },
    onError: (error, { body: { status } }) => {
      const asked = tooCloseIn(error);
      setTooClose(asked);
      if (asked.length > 0) return;
      const title = status === 'scheduled' ? 'Schedule Failed' : 'Publish Failed';
      notify({ tone: 'destructive', title, description: describeFailedSending(error, 'Unknown error') });
    },
    onSettled: () => refresh(client, createComposition),
  });
  return {
    compose: (sending: Sending) => {
      if (!isPending) mutate(sending);
    },
    isPending,
    tooClose,
    forgetTooClose: () => setTooClose([]),
  };
}

function isAsSent(draft: Draft, { content, placement }: CompositionBody, several: Several): boolean {
  return placement === 'story' ? haveSameFiles(several, draft.several) : contentOf(draft) === content;
}

function tooCloseIn(error: unknown): readonly TooClosePost[] {
  if (!(error instanceof ApiError) || statusOf(error) !== 409) return [];
  const found = error.body?.['tooClose'];
  return Array.isArray(found) ? (found as TooClosePost[]) : [];
}

function outcomeOf({ posts }: AnswerOf<typeof createComposition>, { status, placement }: CompositionBody): Toast {
  const count = pageCount(posts.length);
  const what = placement === 'story' ? 'Story' : 'Post';
  return status === 'scheduled'
    ? { tone: 'default', title: `${what} Scheduled`, description: `Goes out on ${count}.` }
    : {
        tone: 'default',
        title: `Publishing ${what}`,
        description: `Your ${what.toLowerCase()} is on its way to ${count}. You can follow each in Scheduled Posts.`,
      };
}
