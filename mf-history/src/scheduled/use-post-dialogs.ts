import { useState } from 'react';
import type { OpenPostDialog, ShowDialog } from './post-dialogs.tsx';
import type { Moves } from './use-moves.ts';

/** The dialog about a post that is open, and the way to one. To its page's next free slot a post moves without any. */
export function usePostDialogs({ move }: Moves): {
  open: OpenPostDialog | null;
  show: ShowDialog;
  close: () => void;
} {
  const [open, setOpen] = useState<OpenPostDialog | null>(null);
  return {
    open,
    show(kind, post, day) {
      if (kind === 'next-slot') void move({ id: post.id, from: post.scheduledAt, to: null, slot: {} }).catch(() => {});
      else setOpen({ kind, post, ...(day !== undefined && { day }) });
    },
    close: () => setOpen(null),
  };
}
