import type { LibraryFileUses } from '@pagecast/api/contract';
import { Link, StatusBadge, Time } from '@pagecast/shell/kit';

const NO_TEXT = '(no text yet)';
const LINK = 'font-medium underline underline-offset-2 wrap-anywhere line-clamp-2';

/** What has a file: posts, and what is being written. */
export function FileUses({ file: { posts, drafts, waitingPosts, publishedPosts } }: { file: LibraryFileUses }) {
  const more = waitingPosts + publishedPosts - posts.length;
  return (
    <section aria-labelledby="file-uses">
      <h3 id="file-uses" className="mb-2 font-medium">
        Used in
      </h3>
      {posts.length + drafts.length === 0 ? (
        <p className="text-ink-soft">No posts or drafts.</p>
      ) : (
        <ul className="flex max-h-64 flex-col gap-3 overflow-y-auto">
          {drafts.map(({ key, excerpt, updatedAt }) => (
            <li key={key}>
              <Link to={`/content-generator?draft=${key}`} className={LINK}>
                {excerpt || NO_TEXT}
              </Link>
              <p className="text-xs text-ink-soft">
                Draft, last changed <Time instant={updatedAt} />
              </p>
            </li>
          ))}
          {posts.map((post) => (
            <li key={post.id}>
              <Link to={`/history/post?id=${post.id}`} className={LINK}>
                {post.excerpt || NO_TEXT}
              </Link>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
                <StatusBadge status={post.status} />
                {post.pageName !== null && <bdi>{post.pageName}</bdi>}
                <WhenOf post={post} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="mt-2 text-xs text-ink-soft">and {more.toLocaleString('en')} more</p>}
    </section>
  );
}

function WhenOf({ post: { publishedAt, scheduledAt } }: { post: LibraryFileUses['posts'][number] }) {
  const at = publishedAt ?? scheduledAt;
  return at === null ? null : <Time instant={at} />;
}
