import type { Post } from '@pagecast/api/contract';
import { Button, ButtonLink, Dialog, useCopy } from '@pagecast/shell/kit';
import { Copy, History } from 'lucide-react';
import { PostFacts } from '../post/post-facts.tsx';
import { UseAgainLink } from '../post/use-again-link.tsx';
import { isStory } from '../post/story-life.tsx';
import { useTimelineOf } from '../post/timeline-address.ts';

/** A post whole, with what is known of it. */
export function ViewDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const timelineOf = useTimelineOf();
  const copy = useCopy();
  return (
    <Dialog
      open
      isInAddress
      onClose={onClose}
      title="Post Details"
      footer={
        <>
          <ButtonLink to={timelineOf(post.id)} icon={<History aria-hidden />}>
            Timeline
          </ButtonLink>
          <UseAgainLink post={post} variant="secondary" />
          {!isStory(post) && (
            <Button
              icon={<Copy aria-hidden />}
              onClick={() => {
                void copy(post.content);
              }}
            >
              Copy
            </Button>
          )}
        </>
      }
    >
      <p
        dir="auto"
        className={
          'max-h-[45dvh] overflow-y-auto rounded-control bg-sunken p-4 text-read wrap-anywhere ' + 'whitespace-pre-wrap'
        }
      >
        {post.content}
      </p>
      <PostFacts post={post} />
    </Dialog>
  );
}
