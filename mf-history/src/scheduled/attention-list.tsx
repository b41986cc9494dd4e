import type { Post } from '@pagecast/api/contract';
import { Button, Card, StatusBadge, Time } from '@pagecast/shell/kit';
import { PublishNowButton } from './publish-now-button.tsx';
import { causeOf } from './waiting-posts.ts';
import type { PostDialogKind } from './post-dialogs.tsx';
import { ProblemLink } from './problem-link.tsx';

/** Posts that did not go out and wait for a decision, each with its cause and the ways out of it. */
export function AttentionList({ posts, onOpen }: { posts: readonly Post[]; onOpen: (kind: PostDialogKind, post: Post) => void }) {
  return (
    <Card title={`Needs attention (${posts.length})`} description="These posts did not go out. Nothing happens to them until you decide.">
      <ul className="flex flex-col divide-y divide-line">
        {posts.map((post) => (
          <li key={post.id} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0 lg:flex-row lg:items-start lg:justify-between lg:gap-6">
            <div className="flex min-w-0 flex-col gap-1.5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StatusBadge status={post.status} />
                <span className="font-medium">{post.pageName ?? 'Unknown Page'}</span>
                {post.scheduledAt !== null && <Time instant={post.scheduledAt} relative className="text-ink-soft" />}
              </div>
              <p className="line-clamp-2 max-w-[72ch] wrap-anywhere">{post.content}</p>
              <p className="max-w-[72ch] text-bad">{causeOf(post)} <ProblemLink problem={post.problem} /></p>
            </div>
            <div className="grid shrink-0 grid-cols-2 gap-2 sm:flex">
              <PublishNowButton post={post} />
              <Button size="sm" onClick={() => onOpen('reschedule', post)}>Reschedule</Button>
              <Button size="sm" variant="ghost" onClick={() => onOpen('edit', post)}>Edit</Button>
              <Button size="sm" variant="ghost" className="hover:text-bad" onClick={() => onOpen('delete', post)}>Delete</Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
