import { networkFacts, type Post, type PostResult } from '@pagecast/api/contract';
import { Button, ButtonLink, cn, contentTypeLabel, DevelopmentBadge, Time } from '@pagecast/shell/kit';
import { UseAgainLink } from '../post/use-again-link.tsx';
import { useTimelineOf } from '../post/timeline-address.ts';
import { findWords } from './find-words.ts';
import { PerformanceButton } from './performance-button.tsx';
import { PostFigures } from './post-figures.tsx';
import { ROW_COLUMNS } from './row-columns.ts';
import { LateBadge, PlatformBadge, StoryBadge } from '../post/post-badges.tsx';
import { isStory, StoryLife } from '../post/story-life.tsx';

interface RowProps {
  post: Post;
  onView: () => void;
  onDelete: () => void;
}

/**
 * Content, where, what and when, and what followers did. What was searched for is marked. The actions show on hover and
 * focus, and always where there is no pointer to hover with.
 */
export function PostRow({
  post,
  result,
  search,
  onView,
  onDelete,
}: RowProps & { result: PostResult | null | undefined; search: string }) {
  return (
    <li className={cn('group/row grid gap-x-6 gap-y-3 px-4 py-3.5 sm:px-5', ROW_COLUMNS)}>
      <p dir="auto" className="line-clamp-3 self-start max-w-[72ch] text-read wrap-anywhere whitespace-pre-line">
        <MarkedText text={post.content} search={search} />
      </p>
      <div className="flex flex-wrap content-start items-center gap-x-3 gap-y-1">
        <div className="flex flex-wrap gap-2 lg:w-full">
          <PlatformBadge post={post} />
          <StoryBadge post={post} />
          <LateBadge isLate={post.isLate} />
          {networkFacts(post.publishPlatform).hasPages && <DevelopmentBadge />}
        </div>
        <p className="min-w-0 wrap-anywhere lg:w-full">{post.pageName ?? 'Unknown Page'}</p>
        <p className="text-ink-soft lg:w-full">{contentTypeLabel(post.contentType)}</p>
        <p className="text-ink-soft">
          {post.publishedAt === null ? 'Unknown' : <Time instant={post.publishedAt} format="history" />}
        </p>
      </div>
      <div className="flex min-w-0 flex-col justify-between gap-x-2 gap-y-1 lg:items-end">
        {isStory(post) ? (
          <p className="min-h-18 text-ink-soft lg:min-h-16 lg:text-right">
            <StoryLife post={post} />
          </p>
        ) : (
          <PostFigures result={result} />
        )}
        <RowActions post={post} onView={onView} onDelete={onDelete} />
      </div>
    </li>
  );
}

function MarkedText({ text: whole, search }: { text: string; search: string }) {
  return findWords(whole, search).map(({ text, isFound }, index) =>
    isFound ? (
      <mark key={index} className="rounded-sm bg-accent-soft text-accent">
        {text}
      </mark>
    ) : (
      <span key={index}>{text}</span>
    ),
  );
}

function RowActions({ post, onView, onDelete }: RowProps) {
  const timelineOf = useTimelineOf();
  return (
    <div
      className={
        '-mx-2 flex flex-wrap lg:justify-end lg:opacity-0 lg:transition-opacity lg:duration-150 ' +
        'lg:group-focus-within/row:opacity-100 lg:group-hover/row:opacity-100 lg:pointer-coarse:opacity-100'
      }
    >
      <Button size="sm" variant="ghost" onClick={onView}>
        View
      </Button>
      <ButtonLink size="sm" variant="ghost" to={timelineOf(post.id)}>
        Timeline
      </ButtonLink>
      {post.facebookPostId !== null && !isStory(post) && <PerformanceButton post={post} />}
      <UseAgainLink post={post} />
      <Button size="sm" variant="ghost" className="hover:text-bad" onClick={onDelete}>
        Delete
      </Button>
    </div>
  );
}
