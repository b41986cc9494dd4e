import { publishToFiztech, type FiztechContent } from '@pagecast/api/contract';
import { callApi, reasonOf, refresh, useNotify } from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DraftStore } from '../drafts/draft-store.ts';
import { afterArticle, type TechArticle } from '../drafts/draft.ts';
import { typeOf } from './tech-article.ts';

/** An article, and the draft that it is from: the person may have another one open when the answer comes. */
interface Sending {
  readonly article: TechArticle & { content: FiztechContent };
  readonly key: string;
}

/** Publishes an article on the tech site, and empties its draft. */
export function useArticlePublishing(store: DraftStore, onDone: () => void) {
  const notify = useNotify();
  const client = useQueryClient();
  // Not on the call itself: the person may be on another screen when the answer comes.
  const { mutate, isPending } = useMutation({
    mutationFn: ({ article: { content, contentType, generationId } }: Sending) =>
      callApi(publishToFiztech, {
        body: { content, contentType: typeOf(content, contentType), ...(generationId !== 0 && { generationId }) },
      }),
    onSuccess: ({ message }, { key, article: { content } }) => {
      notify({ tone: 'default', title: 'Published to Fiztech', description: message });
      onDone();
      // What was changed while it went out is another text, and stays.
      store.finish(key, (before) => (before.article.content === content ? afterArticle(before) : before));
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Fiztech Publish Failed', description: reasonOf(error, 'Unknown error') }),
    onSettled: () => refresh(client, publishToFiztech),
  });
  return {
    publish: (sending: Sending) => {
      if (!isPending) mutate(sending);
    },
    isPending,
  };
}
