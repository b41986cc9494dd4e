import type { Post } from '@pagecast/api/contract';
import { cn } from '@pagecast/shell/kit';
import { useRef } from 'react';
import type { MarkOf } from './post-marks.ts';
import { useDraggablePost } from './use-dragging.ts';

/** Posts without a time: each is dragged to a day, or pressed to choose one. */
export function DraftTray({
  drafts,
  markOf,
  onOpen,
}: {
  drafts: readonly Post[];
  markOf: MarkOf;
  onOpen: (draft: Post) => void;
}) {
  if (drafts.length === 0) return null;
  return (
    <div role="group" aria-label="Drafts" className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink-soft">Drafts</span>
      {drafts.map((draft) => (
        <DraftChip key={draft.id} draft={draft} mark={markOf(draft)} onOpen={onOpen} />
      ))}
    </div>
  );
}

function DraftChip({ draft, mark, onOpen }: { draft: Post; mark: ReturnType<MarkOf>; onOpen: (draft: Post) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const isDragged = useDraggablePost(button, draft, { isFixed: false });
  return (
    <button
      ref={button}
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(draft)}
      className={cn(
        'inline-flex min-h-8 max-w-60 cursor-grab items-center gap-1.5 rounded-md border-l-3 px-2 text-xs text-ink ' +
          'hover:shadow-float active:cursor-grabbing pointer-coarse:min-h-11',
        mark.tile,
        isDragged && 'opacity-50',
      )}
    >
      <span className="sr-only">Schedule this draft,</span>{' '}
      <span aria-hidden className={cn('shrink-0 rounded-sm px-1 font-semibold text-accent-ink', mark.chip)}>
        {mark.letters}
      </span>{' '}
      <span className="sr-only">{mark.name}.</span>{' '}
      <span dir="auto" className="min-w-0 truncate">
        {draft.content}
      </span>
    </button>
  );
}
