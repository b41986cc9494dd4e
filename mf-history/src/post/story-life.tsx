import type { Post } from '@pagecast/api/contract';
import { Time } from '@pagecast/shell/kit';

export const isStory = ({ placement }: Pick<Post, 'placement'>) => placement === 'story';

/** Nobody sees it any more. */
export const isOver = ({ storyEndsAt }: Pick<Post, 'storyEndsAt'>) =>
  typeof storyEndsAt === 'string' && new Date(storyEndsAt) <= new Date();

/** Until when followers see a story that is out, or since when they do not. */
export function StoryLife({ post }: { post: Pick<Post, 'storyEndsAt'> }) {
  const { storyEndsAt } = post;
  if (storyEndsAt === null || storyEndsAt === undefined) return null;
  return (
    <>
      {isOver(post) ? 'Ended ' : 'Ends '}
      <Time instant={storyEndsAt} format="history" />
    </>
  );
}
