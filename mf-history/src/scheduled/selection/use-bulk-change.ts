import {
  BULK_MAX_POSTS,
  changeManyPosts,
  undoBulkChange,
  type BodyOf,
  type BulkChange,
  type BulkChangeInput,
  type BulkUnchanged,
} from '@pagecast/api/contract';
import { reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useState } from 'react';
import type { PlanFilter } from '../queries.ts';
import { describeDone, describeUndone } from './describe-bulk.ts';
import type { Selection } from './selection.ts';

type Body = BodyOf<typeof changeManyPosts>;

/** What was left as it is, and what may still be done about it. */
export interface Kept {
  readonly title: string;
  readonly unchanged: readonly BulkUnchanged[];
  /** Of those that would be too close to others: does it anyway. */
  readonly anyway: { readonly count: number; readonly run: () => void } | null;
}

/**
 * Does the same with all selected posts, says what came of it, and takes it back.
 * @param onUndo told what takes the last change back; null when there is nothing
 */
export function useBulkChange(selection: Selection, onUndo: (undo: (() => void) | null) => void) {
  const notify = useNotify();
  const [kept, setKept] = useState<Kept | null>(null);
  const fail = (error: Error) =>
    notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, error.message) });
  const tell = (title: string, unchanged: readonly BulkUnchanged[], anyway: Kept['anyway']) =>
    setKept(unchanged.length === 0 ? null : { title, unchanged, anyway });

  const undoing = useApiMutation(undoBulkChange, {
    onSuccess: (undone) => {
      notify({ tone: 'default', title: 'Undone', description: `${describeUndone(undone)}.` });
      tell('Could not be undone', undone.undone?.unchanged ?? [], null);
    },
    onError: fail,
  });
  function undo({ id }: BulkChange): void {
    onUndo(null);
    undoing.mutate({ params: { id } });
  }

  const change = useApiMutation(changeManyPosts, {
    onSuccess: (done, { body }) => {
      const { kind } = body.change;
      const back = done.undoUntil === null ? null : () => undo(done);
      onUndo(back);
      notify({
        tone: 'default',
        title: kind === 'delete' ? 'Posts Deleted' : 'Posts Updated',
        description: `${describeDone(kind, done)}.`,
        ...(back !== null && { action: { label: 'Undo', run: back } }),
      });
      selection.keep(done.unchanged.filter(mayChange).map(({ postId }) => postId));
      tell('Left as they are', done.unchanged, anywayOf(body, done, run));
    },
    onError: fail,
  });
  const run = (body: Body) => change.mutate({ body });

  return {
    isBusy: change.isPending || undoing.isPending,
    run: (asked: BulkChangeInput, which: Pick<Body, 'postIds' | 'filter' | 'first' | 'expected'>) =>
      run({ ...which, change: asked }),
    kept,
    dismiss: () => setKept(null),
  };
}

/** Whoever sees why it was left as it is may want something else with it. */
const mayChange = ({ status }: BulkUnchanged) => status !== null && status !== 'published' && status !== 'publishing';

function anywayOf(body: Body, { unchanged }: BulkChange, run: (body: Body) => void): Kept['anyway'] {
  const { kind } = body.change;
  const postIds = unchanged.filter(({ reason }) => reason === 'too-close').map(({ postId }) => postId);
  if (postIds.length === 0 || (kind !== 'move' && kind !== 'page')) return null;
  return { count: postIds.length, run: () => run({ postIds, change: body.change, tooClose: 'allow' }) };
}

/** Which posts a change is for: by their ids, or by the filters that they match. */
export function whichOf(
  { ids, isAllMatching }: Selection,
  { filter, matching }: { filter: PlanFilter; matching: number },
): Pick<Body, 'postIds' | 'filter' | 'first' | 'expected'> {
  if (!isAllMatching) return { postIds: [...ids] };
  return matching > BULK_MAX_POSTS ? { filter, first: BULK_MAX_POSTS } : { filter, expected: matching };
}
