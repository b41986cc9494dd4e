import type { Post } from '@pagecast/api/contract';
import { ButtonLink, Button, cn, DeletePostDialog, EmptyState, Pager, Problem, ScreenHeading, Skeleton, useSearch, type DeletionWords } from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { PostRow } from './post-row.tsx';
import { publishedPosts } from './queries.ts';
import { pageAfterDeletion, readPageNumber } from './read-page-number.ts';
import { ViewDialog } from './view-dialog.tsx';

/** Source: spec section 8: post history words its own deletions. */
const DELETION: DeletionWords = { done: 'Post deleted', failed: 'Delete failed', fallback: 'Unable to delete the post' };

export function PublishedScreen() {
  const [search, setSearch] = useSearch();
  const pageNumber = readPageNumber(search['page']);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({ ...publishedPosts(pageNumber), placeholderData: keepPreviousData });
  const [deleting, setDeleting] = useState<Post | null>(null);
  const posts = data?.posts ?? [];
  const viewed = posts.find((post) => String(post.id) === search['post']);

  return (
    <>
      <ScreenHeading title="Post History" subtitle={data && published(data.pagination.total)} />
      {isPending ? <Skeleton rows={5} className="[&>[data-skeleton-row]]:h-28" />
        : error ? <Problem error={error} onRetry={() => { void refetch(); }} />
          : posts.length === 0 ? <Empty pageNumber={pageNumber} onFirstPage={() => setSearch({ page: null })} />
            : (
              <>
                {search['post'] !== undefined && viewed === undefined && !isPlaceholderData && (
                  <p role="status" className="mb-4 rounded-control bg-warn-soft px-3 py-2 text-warn">The post you asked for is not on this page of the history.</p>
                )}
                <ul className={cn('divide-y divide-line rounded-card border border-line bg-surface transition-opacity duration-150', isPlaceholderData && 'opacity-60')}>
                  {posts.map((post) => <PostRow key={post.id} post={post} onView={() => setSearch({ post: post.id })} onDelete={() => setDeleting(post)} />)}
                </ul>
                <Pager current={pageNumber} pages={data.pagination.pages} onPage={(next) => setSearch({ page: next, post: null })} />
              </>
            )}
      {viewed && <ViewDialog post={viewed} onClose={() => setSearch({ post: null })} />}
      {deleting && (
        <DeletePostDialog
          post={deleting} words={DELETION} onClose={() => setDeleting(null)}
          onDeleted={() => { setSearch({ page: pageAfterDeletion(pageNumber, posts.length) }); }}
        />
      )}
    </>
  );
}

function published(total: number): string {
  return `${total.toLocaleString('en')} published ${total === 1 ? 'post' : 'posts'}`;
}

function Empty({ pageNumber, onFirstPage }: { pageNumber: number; onFirstPage: () => void }) {
  const action = pageNumber > 1 ? <Button onClick={onFirstPage}>Go to page 1</Button> : <ButtonLink to="/content-generator" variant="primary">Write a post</ButtonLink>;
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={<History />} action={action}>{pageNumber > 1 ? `There is no page ${pageNumber}.` : 'No published posts found.'}</EmptyState>
    </div>
  );
}
