import type { Post } from '@pagecast/api/contract';
import { Button, focusHeading } from '@pagecast/shell/kit';
import { Send } from 'lucide-react';
import { useRef } from 'react';
import { usePublishNow } from './use-publish-now.ts';

export function PublishNowButton({
  post,
  label = 'Publish now',
  onDone,
}: {
  post: Post;
  label?: string;
  onDone?: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const { publish, isPending } = usePublishNow({
    onDone: () => {
      onDone?.();
      if (document.activeElement === button.current) focusHeading();
    },
  });
  return (
    <Button
      ref={button}
      size="sm"
      icon={<Send aria-hidden />}
      busy={isPending}
      busyLabel="Publishing..."
      disabled={post.status === 'publishing'}
      onClick={() => publish(post.id)}
    >
      {label}
    </Button>
  );
}
