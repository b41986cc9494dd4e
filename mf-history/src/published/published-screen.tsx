import { readPost, type Post } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  ButtonLink,
  cn,
  DeletePostDialog,
  EmptyState,
  lazyPart,
  Loaded,
  Pager,
  ScreenHeading,
  Skeleton,
  useIsModeKnown,
  useSearch,
  useTimeZone,
} from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn, History, SearchX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DELETION } from './deletion-words.ts';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, isNarrowed, NO_FILTERS, readFilters, readOrder } from './history-filters.ts';
import { LastMonthsBest } from './last-months-best.tsx';
import { PostRow } from './post-row.tsx';
import { publishedPosts, resultsOf } from './queries.ts';
import { pageAfterDeletion, readPageNumber } from './read-page-number.ts';
import { SortHeadings } from './sort-headings.tsx';
import { ViewDialog } from './view-dialog.tsx';

const MonthReport = /* @__PURE__ */ lazyPart(async () => (await import('./month/month-report.tsx')).MonthReport);
const BestHours = /* @__PURE__ */ lazyPart(async () => (await import('./month/best-hours.tsx')).BestHours);

export function PublishedScreen() {
  const [search] = useSearch();
  if (search['report'] === undefined) return <PublishedPosts />;
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <MonthReport />
    </Suspense>
  );
}

function PublishedPosts() {
  const [search, setSearch] = useSearch();
  const pageNumber = readPageNumber(search['page']);
  const filters = readFilters(search);
  const order = readOrder(search);
  const timeZone = useTimeZone();
  const query = useQuery({
    ...publishedPosts(pageNumber, filters, order, timeZone),
    placeholderData: keepPreviousData,
  });
  const { data, error, fetchStatus, refetch } = query;
  // Rows are higher by a badge in development mode.
  const isPending = !useIsModeKnown() || query.isPending;
  const [deleting, setDeleting] = useState<Post | null>(null);
  const posts = data?.posts ?? [];

  return (
    <>
      <ScreenHeading
        title="Post History"
        subtitle={<span role="status">{data ? countOf(data.pagination, isNarrowed(filters)) : '\u00a0'}</span>}
        action={
          <>
            <LastMonthsBest filters={filters} order={order} setSearch={setSearch} />
            <ButtonLink size="sm" to={reportAddress(filters.pageId)} icon={<ChartColumn aria-hidden />}>
              Monthly report
            </ButtonLink>
          </>
        }
      />
      <FilterBar filters={filters} setSearch={setSearch} />
      {filters.pageId !== null && (
        <Suspense fallback={<Skeleton className="mb-4 h-32" />}>
          <div className="mb-4">
            <BestHours pageId={filters.pageId} />
          </div>
        </Suspense>
      )}
      <SortHeadings order={order} onOrder={(next) => setSearch({ ...addressOf(next), page: null, post: null })} />
      <Loaded
        problemTitle="We couldn't load your published posts"
        query={{ data, error, isPending, fetchStatus, refetch }}
        skeleton={<Skeleton rows={5} className="gap-2! [&>[data-skeleton-row]]:h-40 lg:[&>[data-skeleton-row]]:h-24" />}
        empty={(page) =>
          page.posts.length > 0 ? null : (
            <EmptyCard
              pageNumber={pageNumber}
              isNarrowed={isNarrowed(filters)}
              onFirstPage={() => setSearch({ page: null })}
              onWiden={() => setSearch(NO_FILTERS)}
            />
          )
        }
      >
        {({ pagination: { pages } }) => (
          <>
            <PublishedList
              posts={posts}
              search={filters.text}
              isOld={query.isPlaceholderData}
              onView={(post) => setSearch({ post: post.id })}
              onDelete={setDeleting}
            />
            <Pager current={pageNumber} pages={pages} onPage={(next) => setSearch({ page: next, post: null })} />
          </>
        )}
      </Loaded>
      {search['post'] !== undefined && !isPending && (
        <Viewed id={search['post']} posts={posts} onClose={() => setSearch({ post: null })} />
      )}
      {deleting && (
        <DeletePostDialog
          post={deleting}
          words={DELETION}
          onClose={() => setDeleting(null)}
          onDeleted={() => setSearch({ page: pageAfterDeletion(pageNumber, posts.length) })}
        />
      )}
    </>
  );
}

function PublishedList({
  posts,
  search,
  isOld,
  onView,
  onDelete,
}: {
  posts: readonly Post[];
  search: string;
  /** Of another page or filter, until those asked for are here. */
  isOld: boolean;
  onView: (post: Post) => void;
  onDelete: (post: Post) => void;
}) {
  const { data: results, error } = useQuery(resultsOf(posts));
  const ofPost = (post: Post) => results?.find(({ postId }) => postId === post.id);
  return (
    <ul
      aria-busy={isOld}
      className={cn(
        'divide-y divide-line rounded-card border border-line bg-surface transition-opacity duration-150',
        isOld && 'opacity-60',
      )}
    >
      {posts.map((post) => (
        <PostRow
          key={post.id}
          post={post}
          result={results?.find(({ postId }) => postId === post.id) ?? ((results ?? error) ? null : undefined)}
          search={search}
          onView={() => onView(post)}
          onDelete={() => onDelete(post)}
        />
      ))}
    </ul>
  );
}

const reportAddress = (pageId: number | null) =>
  pageId === null ? '/history?report=last' : `/history?report=last&pageId=${pageId}`;

/** The post that the address asks for: of this page of the history, or of any other. */
function Viewed({ id, posts, onClose }: { id: string; posts: readonly Post[]; onClose: () => void }) {
  const shown = posts.find((post) => String(post.id) === id);
  const isNumber = /^[1-9]\d{0,14}$/.test(id);
  const { data, error } = useQuery({
    ...apiQuery(readPost, { params: { id: Number(id) } }),
    enabled: shown === undefined && isNumber,
  });
  const post = shown ?? data;
  if (post !== undefined) return <ViewDialog post={post} onClose={onClose} />;
  if (error === null && isNumber) return null;
  return (
    <p role="status" className="mt-4 rounded-control bg-warn-soft px-3 py-2 text-warn">
      This post is no longer here.
    </p>
  );
}

function countOf(
  { total, isTotalCut = false }: { total: number; isTotalCut?: boolean | undefined },
  isSearched: boolean,
): string {
  const count = `${isTotalCut ? 'More than ' : ''}${total.toLocaleString('en')}`;
  if (isSearched) return `${count} ${total === 1 ? 'post matches' : 'posts match'}`;
  return `${count} published ${total === 1 ? 'post' : 'posts'}`;
}

interface EmptyProps {
  readonly pageNumber: number;
  readonly isNarrowed: boolean;
  readonly onFirstPage: () => void;
  readonly onWiden: () => void;
}

function EmptyCard(props: EmptyProps) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <Empty {...props} />
    </div>
  );
}

function Empty({ pageNumber, isNarrowed: isSearched, onFirstPage, onWiden }: EmptyProps) {
  if (pageNumber > 1)
    return (
      <EmptyState icon={<History />} action={<Button onClick={onFirstPage}>Go to page 1</Button>}>
        {`There is no page ${pageNumber}.`}
      </EmptyState>
    );
  if (isSearched)
    return (
      <EmptyState icon={<SearchX />} action={<Button onClick={onWiden}>Clear filters</Button>}>
        No posts match your filters.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<History />}
      action={
        <ButtonLink to="/content-generator" variant="primary">
          Write a post
        </ButtonLink>
      }
    >
      No published posts found.
    </EmptyState>
  );
}
