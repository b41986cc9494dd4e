import { LEAST_POSTS_FOR_VOICE } from '@pagecast/api/contract';
import { Button } from '@pagecast/shell/kit';
import { Sparkles, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';

/** @param postsRead of a proposal that fills the form; null without one */
export function ProposeBar({
  busy,
  postsRead,
  onPropose,
  onUndo,
}: {
  busy: boolean;
  postsRead: number | null;
  onPropose: () => void;
  onUndo: () => void;
}) {
  const propose = useRef<HTMLButtonElement>(null);

  /** The button goes away with its press. */
  function handleUndo(): void {
    flushSync(onUndo);
    propose.current?.focus();
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        ref={propose}
        icon={<Sparkles aria-hidden />}
        busy={busy}
        busyLabel="Reading posts..."
        onClick={onPropose}
      >
        Propose from best posts
      </Button>
      <p role="status" className="text-sm text-ink-soft">
        {postsRead === null
          ? `The AI reads what followers liked most. It needs at least ${LEAST_POSTS_FOR_VOICE} published posts.`
          : `Proposed from ${postsRead} posts. Check it: nothing changes until you save.`}
      </p>
      {postsRead !== null && (
        <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden />} onClick={handleUndo}>
          Undo proposal
        </Button>
      )}
    </div>
  );
}
