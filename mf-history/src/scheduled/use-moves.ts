import { readPost, updatePost, type CalendarPost, type Post } from '@pagecast/api/contract';
import { callApi, formatDateTime, reasonOf, refresh, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** As much of a post as it takes to put it at another time. */
export type Movable = Pick<CalendarPost, 'id' | 'status' | 'facebookPageId'> & {
  /** null: it is a draft. */
  readonly scheduledAt: string | null;
};

export interface Move {
  readonly id: number;
  /** Where it stood; null for a draft. */
  readonly from: string | null;
  /** null for a slot that only the server knows, and back to a draft. */
  readonly to: string | null;
  /** A free slot of its page, from `to` on where that is said: where that is taken by then, the next one. */
  readonly slot?: { readonly before?: string } | undefined;
  /** What is to be said beside the new time. */
  readonly note?: string | null;
  readonly isUndo?: boolean;
}

export interface Moves {
  /** Resolves when the server has taken it, and rejects when it has not; both are told here. */
  move: (move: Move) => Promise<Post>;
  /** Takes the last move back; null when there is none. */
  undo: (() => void) | null;
  /** Where posts are about to stand, by their ids: they show there before the server has answered. */
  under: ReadonlyMap<number, string>;
}

/**
 * Puts posts at other times: at once on the screen, back again with a sentence when the server will not have it, and
 * with a way to undo.
 * @param onMove told of each
 */
export function useMoves(onMove: () => void = () => {}): Moves {
  const client = useQueryClient();
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [last, setLast] = useState<Move | null>(null);
  const [under, setUnder] = useState<ReadonlyMap<number, string>>(new Map());
  // A later move of the same post stays.
  const settle = ({ id, to }: Move) =>
    setUnder((known) => (known.get(id) === to ? new Map([...known].filter(([other]) => other !== id)) : known));

  const { mutateAsync } = useMutation({
    // One after the other: two moves of a post must not overtake each other on the way.
    scope: { id: 'moves' },
    mutationFn: makeMove,
    onSuccess: ({ scheduledAt }, made) => {
      const to = made.slot === undefined ? made.to : scheduledAt;
      const back = backOf({ ...made, to });
      setLast(back);
      notify({
        tone: 'default',
        title: 'Schedule Updated',
        description: made.note ?? sentence({ ...made, to }, timeZone),
        ...(back !== null && { action: { label: 'Undo', run: () => void move(back).catch(() => {}) } }),
      });
      refresh(client, updatePost);
      // Until the lists are read anew, so that nothing jumps back for a moment.
      void client
        .refetchQueries({ queryKey: [updatePost.resource], type: 'active' }, { cancelRefetch: false })
        .finally(() => settle(made));
    },
    onError: (error, refused) => {
      if (refused.isUndo) setLast(null);
      settle(refused);
      notify({
        tone: 'destructive',
        title: 'Update Failed',
        description: reasonOf(error, error.message || 'Unknown error'),
      });
      refresh(client, updatePost);
    },
  });

  function move(wanted: Move): Promise<Post> {
    onMove();
    const { id, to } = wanted;
    if (to !== null) setUnder((known) => new Map(known).set(id, to));
    return mutateAsync(wanted);
  }

  return {
    move,
    under,
    undo:
      last === null
        ? null
        : () => {
            setLast(null);
            void move(last).catch(() => {});
          },
  };
}

/**
 * The move that takes this one back; null where none does. To a time that is over nothing goes back: a post that was
 * missed has found its way out. A draft is one again.
 */
function backOf({ id, from, to, isUndo }: Move): Move | null {
  if (to === null || isUndo || (from !== null && new Date(from) <= new Date())) return null;
  return { id, from: to, to: from, isUndo: true };
}

function sentence({ to, isUndo }: Move, timeZone: string): string {
  if (to === null) return 'It is a draft again.';
  return `${isUndo ? 'Back to' : 'Goes out on'} ${formatDateTime(to, timeZone)}.`;
}

async function makeMove({ id, from, to, slot, isUndo = false }: Move): Promise<Post> {
  if (isUndo) {
    const post = await callApi(readPost, { params: { id } });
    if (post.scheduledAt !== from)
      throw new Error('This post was changed meanwhile, so it stays at the time it has now.');
  }
  const body = slot === undefined ? { scheduledAt: to } : { nextSlot: { ...slot, ...(to !== null && { from: to }) } };
  return callApi(updatePost, { params: { id }, body });
}
