import { publishOutcome, publishPost, undoPublish, UNDO_SECONDS, type Post } from '@pagecast/api/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../runtime/api-client.ts';
import { reasonOf } from '../runtime/api-error.ts';
import { refresh, useApiMutation } from '../runtime/api-query.ts';
import { isUnknownField } from '../runtime/earlier-api.ts';
import { useNotify, useTimeZone } from '../runtime/host.tsx';
import { nameOf, outcomeOf, undoneOf, type Publishable } from './describe-publishing.ts';

const OFFLINE = "You're offline, so nothing was sent. Your post hasn't changed. Try again when you're back online.";

/**
 * Publishes a post in a few seconds, and offers to take that back. The server counts them: nothing depends on this
 * screen, which only says what became of it, also when whoever asked for it is gone from the screen by then.
 */
export function usePublishNow({ onAsked }: { onAsked?: () => void } = {}) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const client = useQueryClient();
  /** The moment of what was asked for here, until the lists have it. */
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const ask = useApiMutation(publishPost);
  const fail = (title: string, description: string) => notify({ tone: 'destructive', title, description });

  function publish(post: Publishable): void {
    if (!navigator.onLine) return fail('Publish Failed', OFFLINE);
    // What was pressed may be gone when the answer comes, as a menu is, and with it the callbacks of `mutate`.
    ask.mutateAsync({ params: { id: post.id }, body: { delaySeconds: UNDO_SECONDS } }).then(
      (asked) => offerUndo(post, asked),
      (error: unknown) => (isUnknownField(error, 'delaySeconds') ? publishAtOnce(post) : sayRefused(error)),
    );
  }

  /** An API of an earlier day, or one that was rolled back to it, publishes as it always did. */
  function publishAtOnce({ id }: Publishable): void {
    onAsked?.();
    ask.mutateAsync({ params: { id }, body: {} }).then((post) => notify(outcomeOf(post)), sayRefused);
  }

  function offerUndo(post: Publishable, { publishNowAt }: Post): void {
    const asking = { isTakenBack: false };
    lastAsked.set(post.id, asking);
    setAskedAt(publishNowAt ?? null);
    notify({
      tone: 'default',
      title: `Publishing in ${UNDO_SECONDS} Seconds`,
      description: `${nameOf(post)}. After that it can't be undone here.`,
      action: { label: 'Undo', forMs: UNDO_SECONDS * 1000, run: () => void undo(post.id) },
    });
    void tellOutcome(post.id, asking);
    onAsked?.();
  }

  function sayRefused(error: unknown): void {
    fail('Publish Failed', reasonOf(error, 'Failed to publish post'));
    // It is in another state than this screen shows: on its way, or out.
    refresh(client, publishPost);
  }

  async function undo(postId: number): Promise<void> {
    const asking = lastAsked.get(postId) ?? { isTakenBack: false };
    asking.isTakenBack = true;
    try {
      notify(undoneOf(await callApi(undoPublish, { params: { id: postId } }), timeZone));
      setAskedAt(null);
    } catch (error) {
      asking.isTakenBack = false;
      fail('Undo Failed', reasonOf(error, "We couldn't undo this. Check the post to see its status."));
    }
    refresh(client, undoPublish);
  }

  /** A lost connection takes nothing from the post: its row says where it stands when the lists are read again. */
  async function tellOutcome(postId: number, asking: Asking): Promise<void> {
    const post = await callApi(publishOutcome, { params: { id: postId } }).catch((): Post | null => null);
    refresh(client, publishPost);
    // It was taken back and asked for again: that one tells its own outcome.
    if (lastAsked.get(postId) !== asking) return;
    lastAsked.delete(postId);
    setAskedAt(null);
    if (post !== null && !asking.isTakenBack && !isAsBefore(post)) notify(outcomeOf(post));
  }

  return { publish, undo: (postId: number) => void undo(postId), askedAt, isPending: ask.isPending };
}

interface Asking {
  isTakenBack: boolean;
}

/** What was asked for last of each post in this tab, by whichever button, until its outcome is in. */
const lastAsked = new Map<number, Asking>();

/** Taken back in another tab, or put off. */
function isAsBefore({ status, scheduledAt, problem }: Post): boolean {
  return status === 'draft' || (status === 'scheduled' && problem === null && new Date(scheduledAt ?? 0) > new Date());
}
