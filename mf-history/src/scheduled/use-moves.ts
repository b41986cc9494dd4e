import { readPost, updatePost, type Post } from '@pagecast/api/contract';
import { callApi, formatDateTime, reasonOf, refresh, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

const MOVES = ['move-post'];

export interface Move {
  readonly id: number;
  /** Where it stood; null when it had no time. */
  readonly from: string | null;
  readonly to: string;
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

/** Puts posts at other times: at once on the screen, back again with a sentence when the server will not have it, and with a way to undo. */
export function useMoves(): Moves {
  const client = useQueryClient();
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [last, setLast] = useState<Move | null>(null);

  const { mutateAsync } = useMutation({
    mutationKey: MOVES,
    // One after the other: two moves of a post must not overtake each other on the way.
    scope: { id: 'moves' },
    mutationFn: makeMove,
    onSuccess: async (_, move) => {
      // To a time that is over nothing goes back: a post that was missed has found its way out.
      const back: Move | null = move.from === null || move.isUndo || new Date(move.from) <= new Date() ? null : { id: move.id, from: move.to, to: move.from, isUndo: true };
      setLast(back);
      notify({
        tone: 'default', title: 'Schedule Updated',
        description: move.note ?? `${move.isUndo ? 'Back to' : 'Goes out on'} ${formatDateTime(move.to, timeZone)}.`,
        ...(back !== null && { action: { label: 'Undo', run: () => void mutateAsync(back).catch(() => {}) } }),
      });
      refresh(client, updatePost);
      // Under way until the lists are read anew, so that nothing jumps back for a moment.
      await client.refetchQueries({ queryKey: [updatePost.resource], type: 'active' }, { cancelRefetch: false });
    },
    onError: (error, move) => {
      if (move.isUndo) setLast(null);
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, error.message || 'Unknown error') });
      refresh(client, updatePost);
    },
  });

  const underWay = useMutationState({ filters: { mutationKey: MOVES, status: 'pending' }, select: ({ state }) => state.variables as Move });
  const under = useMemo(() => new Map(underWay.map(({ id, to }) => [id, to])), [underWay]);
  return {
    move: (move) => mutateAsync(move),
    undo: last === null ? null : () => { setLast(null); void mutateAsync(last).catch(() => {}); },
    under,
  };
}

async function makeMove({ id, from, to, isUndo = false }: Move): Promise<Post> {
  if (isUndo) {
    const post = await callApi(readPost, { params: { id } });
    if (post.scheduledAt !== from) throw new Error('This post was changed meanwhile, so it stays at the time it has now.');
  }
  return callApi(updatePost, { params: { id }, body: { scheduledAt: to } });
}
