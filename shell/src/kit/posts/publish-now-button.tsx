import type { Post } from '@pagecast/api/contract';
import { Send, Undo2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { usePublishNow } from './use-publish-now.ts';
import { useUndoSeconds } from './use-undo-seconds.ts';

/** Publishes a post in a few seconds; until then the same button takes that back, wherever it was asked for. */
export function PublishNowButton({
  post,
  label = 'Publish now',
  onAsked,
}: {
  post: Post;
  label?: string;
  onAsked?: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const { publish, undo, askedAt, isPending } = usePublishNow(onAsked === undefined ? {} : { onAsked });
  const secondsLeft = useUndoSeconds(post.publishNowAt ?? askedAt);
  const isAsked = secondsLeft !== null;
  useFocusKept(button, isAsked);
  const isOver = secondsLeft === 0;

  return (
    <Button
      ref={button}
      size="sm"
      icon={isAsked && !isOver ? <Undo2 aria-hidden /> : <Send aria-hidden />}
      busy={isPending || isOver}
      busyLabel="Publishing..."
      disabled={post.status === 'publishing'}
      onClick={() => (isAsked ? undo(post.id) : publish(post))}
    >
      {isAsked && !isOver ? (
        <>
          Undo <span aria-hidden>({secondsLeft})</span>
        </>
      ) : (
        label
      )}
    </Button>
  );
}

/** The row of a post that is out goes away, and with it the button that somebody has the focus on. */
function useFocusKept(button: { readonly current: HTMLButtonElement | null }, isAsked: boolean): void {
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    wasAsked.current = isAsked;
  });
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (wasAsked.current && document.activeElement === current) focusHeading();
    };
  }, [button]);
}
