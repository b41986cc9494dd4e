import { readPost, type Post } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  ButtonLink,
  DeletePostDialog,
  EmptyState,
  LateWindow,
  lazyPart,
  Loaded,
  Pager,
  Skeleton,
  useIsModeKnown,
  useSearch,
  useTimeZone,
  type Search,
} from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { History, SearchX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DELETION } from './deletion-words.ts';
import { HistoryHeading } from './history-heading.tsx';
import { isNarrowed, NO_FILTERS, readFilters, readOrder } from './history-filters.ts';
import { PublishedList } from './published-list.tsx';
import { publishedPosts } from './queries.ts';
import { pageAfterDeletion, readPageNumber } from './read-page-number.ts';

const ViewDialog = /* @__PURE__ */ lazyPart(async () => (await import('./view-dialog.tsx')).ViewDialog);
const MonthReport = /* @__PURE__ */ lazyPart(async () => (await import('./month/month-report.tsx')).MonthReport);

export function PublishedScreen() {
  const [search] = useSearch();
  if (search['report'] === undefined) return <PublishedPosts />;
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <MonthReport />
    </Suspense>
  );
}

/** The page of posts that the address asks for. */
function usePublishedPosts(search: Search) {
  const address = {
    pageNumber: readPageNumber(search['page']),
    filters: readFilters(search),
    order: readOrder(search),
  };
  const timeZone = useTimeZone();
  const query = useQuery({
    ...publishedPosts(address.pageNumber, address.filters, address.order, timeZone),
    placeholderData: keepPreviousData,
  });
  const { data, error, fetchStatus, refetch, isPlaceholderData: isOld } = query;
  // Rows are higher by a badge in development mode.
  const isPending = !useIsModeKnown() || query.isPending;
  return { ...address, query: { data, error, isPending, fetchStatus, refetch }, isOld };
}

function PublishedPosts() {
  const [search, setSearch] = useSearch();
  const { pageNumber, filters, order, query, isOld } = usePublishedPosts(search);
  const { data, isPending } = query;
  const [deleting, setDeleting] = useState<Post | null>(null);
  const posts = data?.posts ?? [];

  return (
    <>
      <HistoryHeading
        count={data ? countOf(data.pagination, isNarrowed(filters)) : '\u00a0'}
        filters={filters}
        order={order}
        setSearch={setSearch}
      />
      <Loaded
        problemTitle="We couldn't load your published posts"
        query={query}
        skeleton={<Skeleton rows={5} className="gap-2! [&>[data-skeleton-row]]:h-60 lg:[&>[data-skeleton-row]]:h-36" />}
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
              isOld={isOld}
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

/** The post that the address asks for: of this page of the history, or of any other. */
function Viewed({ id, posts, onClose }: { id: string; posts: readonly Post[]; onClose: () => void }) {
  const shown = posts.find((post) => String(post.id) === id);
  const isNumber = /^[1-9]\d{0,14}$/.test(id);
  const { data, error } = useQuery({
    ...apiQuery(readPost, { params: { id: Number(id) } }),
    enabled: shown === undefined && isNumber,
  });
  const post = shown ?? data;
  if (post !== undefined)
    return (
      <LateWindow onClose={onClose}>
        <ViewDialog post={post} onClose={onClose} />
      </LateWindow>
    );
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
