import type { Post } from '@pagecast/api/contract';
import { Button, contentTypeLabel, DevelopmentBadge, Time } from '@pagecast/shell/kit';
import { PerformanceButton } from './performance-button.tsx';
import { LateBadge, PlatformBadge } from './post-badges.tsx';

/** Content, where and what, when. The actions show on hover and focus, and always where there is no pointer to hover with. */
export function PostRow({ post, onView, onDelete }: { post: Post; onView: () => void; onDelete: () => void }) {
  return (
    <li className="group grid gap-x-6 gap-y-3 p-4 sm:px-5 md:grid-cols-[minmax(0,1fr)_11rem_15rem]">
      <p className="line-clamp-3 self-start max-w-[72ch] text-read wrap-anywhere whitespace-pre-line">{post.content}</p>
      <div className="flex flex-wrap items-center gap-2 md:flex-col md:items-start">
        <div className="flex flex-wrap gap-2"><PlatformBadge post={post} /><LateBadge isLate={post.isLate} />{post.publishPlatform === 'facebook' && <DevelopmentBadge />}</div>
        <p className="min-w-0 wrap-anywhere">{post.pageName ?? 'Unknown Page'}</p>
        <p className="text-ink-soft">{contentTypeLabel(post.contentType)}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 md:flex-col md:items-end">
        <p className="text-ink-soft">{post.publishedAt === null ? 'Unknown' : <Time instant={post.publishedAt} format="history" />}</p>
        <div className="-mx-2 flex md:opacity-0 md:transition-opacity md:duration-150 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:pointer-coarse:opacity-100">
          <Button size="sm" variant="ghost" onClick={onView}>View</Button>
          {post.facebookPostId !== null && <PerformanceButton post={post} />}
          <Button size="sm" variant="ghost" className="hover:text-bad" onClick={onDelete}>Delete</Button>
        </div>
      </div>
    </li>
  );
}
