import { Button, ButtonLink, PublishNowButton, ReviewPostDialog } from '@pagecast/shell/kit';
import { useTimelineOf } from '../post/timeline-address.ts';
import { WholePost, type PostInSight, type ShowDialog } from './post-dialogs.tsx';
import { mayBeOut, ResolveButtons } from './resolve-buttons.tsx';

/** A post as it will look, and what can be done with it. */
export function PostReview({
  post: known,
  onClose,
  onOpen,
}: {
  post: PostInSight | { id: number };
  onClose: () => void;
  onOpen: ShowDialog;
}) {
  const timelineOf = useTimelineOf();
  return (
    <WholePost post={known} title="Review Post" isInAddress onClose={onClose}>
      {(post) => {
        const leaveFor: ShowDialog = (...dialog) => {
          onClose();
          onOpen(...dialog);
        };
        return (
          <ReviewPostDialog
            post={post}
            isInAddress
            onClose={onClose}
            actions={
              <>
                <ButtonLink size="sm" variant="ghost" to={timelineOf(post.id)}>
                  Timeline
                </ButtonLink>
                {mayBeOut(post) ? (
                  <ResolveButtons onOpen={(kind) => leaveFor(kind, post)} />
                ) : (
                  <>
                    <Button size="sm" onClick={() => leaveFor('edit', post)}>
                      Edit
                    </Button>
                    <PublishNowButton post={post} onAsked={onClose} />
                  </>
                )}
              </>
            }
          />
        );
      }}
    </WholePost>
  );
}
