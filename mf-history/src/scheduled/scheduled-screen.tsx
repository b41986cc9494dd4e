import type { listWaitingPosts } from '@pagecast/api/contract';
import {
  Button,
  ButtonLink,
  lazyPart,
  Link,
  Pager,
  Problem,
  ReviewPostDialog,
  ScreenHeading,
  ThumbAction,
  Skeleton,
  todayIso,
  useNow,
  useTimeZone,
  type CallOutput,
  PublishNowButton,
} from '@pagecast/shell/kit';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { AttentionList } from './attention-list.tsx';
import { PlanToolbar } from './plan-toolbar.tsx';
import { PostDialogs, WholePost, type OpenPostDialog } from './post-dialogs.tsx';
import { mayBeOut, ResolveButtons } from './resolve-buttons.tsx';
import { plannedCount, plannedPosts, troubledPosts } from './queries.ts';
import { TableView } from './table-view.tsx';
import { useMoves } from './use-moves.ts';
import { usePlanAddress } from './use-plan-address.ts';
import { timelineOf } from '../post/timeline-address.ts';
import { useShownPost } from './use-shown-post.ts';
import { useUndoKey } from './use-undo-key.ts';
import { WaitsForConnection } from './waits-for-connection.tsx';

type PlannedPage = CallOutput<typeof listWaitingPosts>;

/** With what makes tiles draggable; who looks at the table never loads it. */
const CalendarView = /* @__PURE__ */ lazyPart(async () => (await import('./calendar/calendar-view.tsx')).CalendarView);

export function ScheduledScreen() {
  const now = useNow();
  const timeZone = useTimeZone();
  const today = todayIso(now, timeZone);
  const [address, change] = usePlanAddress(today);
  const { view, filter } = address;
  // A row has a place to be brought to; a calendar shows the day that it is asked for.
  const shownId = view === 'table' ? address.shownId : null;
  const [attentionPage, setAttentionPage] = useState<number | null>(null);
  const [open, setOpen] = useState<OpenPostDialog | null>(null);
  const moves = useMoves();
  useUndoKey(moves.undo);

  const table = useQuery({
    ...plannedPosts(filter, shownId === null ? { page: address.pageNumber } : { post: shownId }),
    enabled: view === 'table',
  });
  const count = useQuery({ ...plannedCount(), enabled: view === 'calendar' });
  const attention = useQuery(
    troubledPosts(
      filter,
      shownId !== null && attentionPage === null ? { post: shownId } : { page: attentionPage ?? 1 },
    ),
  );

  const all = (view === 'table' ? table : count).data?.pagination.all;
  const [isBeginning, setIsBeginning] = useState(true);
  if (isBeginning && !attention.isPending) setIsBeginning(false);
  const isSettled = !attention.isPending && (view === 'calendar' || !table.isPending);
  const inSight = [...(attention.data?.posts ?? []), ...(table.data?.posts ?? [])];
  const isShown = inSight.some(({ id }) => id === shownId);
  useShownPost(isSettled && isShown ? shownId : null);

  const isNarrowed = filter.facebookPageId !== undefined || filter.text !== undefined;
  const widen = () => change({ facebookPageId: null, text: '' });
  const show = (kind: OpenPostDialog['kind'], post: OpenPostDialog['post'], day?: string) =>
    setOpen({ kind, post, ...(day !== undefined && { day }) });
  const review = (post: { id: number }) => change({ reviewedId: post.id });
  const closeReview = () => change({ reviewedId: null });

  return (
    <>
      <ScreenHeading
        title={all === undefined ? 'Scheduled Posts' : `Scheduled Posts (${all.toLocaleString('en')})`}
        subtitle="Your upcoming posts, and any that need your help."
        action={
          <ThumbAction>
            <ButtonLink to="/content-generator" variant="primary" icon={<Plus aria-hidden />}>
              New Post
            </ButtonLink>
          </ThumbAction>
        }
      />
      <div className="flex flex-col gap-4 max-sm:pb-16">
        {shownId !== null && isSettled && !isShown && <Gone id={shownId} />}
        {attention.error !== null && (
          <Problem
            error={attention.error}
            title="We couldn't load the posts that need attention"
            onRetry={() => void attention.refetch()}
          />
        )}
        {attention.data !== undefined && attention.data.posts.length > 0 && (
          <AttentionList
            posts={attention.data.posts}
            total={attention.data.pagination.total}
            shownId={shownId}
            onOpen={show}
          >
            <Pager
              label="Pages of posts that need attention"
              current={attention.data.pagination.page}
              pages={attention.data.pagination.pages}
              onPage={setAttentionPage}
            />
          </AttentionList>
        )}
        {isBeginning && (
          <>
            {attention.fetchStatus === 'paused' && <WaitsForConnection />}
            <Skeleton rows={5} />
          </>
        )}
        {/* Asked for at once, shown when it is known what stands above: nothing is pushed down under a hand. */}
        <div className={isBeginning ? 'hidden' : 'contents'}>
          <PlanToolbar address={address} onChange={change} onUndo={moves.undo} />
          {view === 'calendar' ? (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <CalendarView
                address={address}
                today={today}
                now={now}
                moves={moves}
                isEmpty={all === 0}
                isDialogOpen={open !== null}
                onChange={change}
                onReview={review}
                onOpen={show}
              />
            </Suspense>
          ) : (
            <Planned query={table} isBeginning={isBeginning}>
              {({ posts, pagination }) => (
                <TableView
                  posts={posts}
                  pagination={pagination}
                  isOld={table.isPlaceholderData}
                  isNarrowed={isNarrowed}
                  shownId={shownId}
                  now={now}
                  onReview={review}
                  onOpen={show}
                  onPage={(pageNumber) => change({ pageNumber })}
                  onWiden={widen}
                />
              )}
            </Planned>
          )}
        </div>
      </div>
      {address.reviewedId !== null && isSettled && (
        <WholePost
          post={inSight.find(({ id }) => id === address.reviewedId) ?? { id: address.reviewedId }}
          title="Review Post"
          onClose={closeReview}
        >
          {(post) => (
            <ReviewPostDialog
              post={post}
              onClose={closeReview}
              actions={
                <>
                  <ButtonLink size="sm" variant="ghost" to={timelineOf(post.id)}>
                    Timeline
                  </ButtonLink>
                  {mayBeOut(post) ? (
                    <ResolveButtons
                      onOpen={(kind) => {
                        closeReview();
                        show(kind, post);
                      }}
                    />
                  ) : (
                    <>
                      <Button
                        size="sm"
                        onClick={() => {
                          closeReview();
                          show('edit', post);
                        }}
                      >
                        Edit
                      </Button>
                      <PublishNowButton post={post} onAsked={closeReview} />
                    </>
                  )}
                </>
              }
            />
          )}
        </WholePost>
      )}
      <PostDialogs open={open} moves={moves} onClose={() => setOpen(null)} />
    </>
  );
}

/** The planned posts, or what stands for them. While the screen begins, its own skeleton does. */
function Planned({
  query: { data, error, isPending, fetchStatus, refetch },
  isBeginning,
  children,
}: {
  query: UseQueryResult<PlannedPage>;
  isBeginning: boolean;
  children: (page: PlannedPage) => ReactNode;
}) {
  if (isPending && isBeginning) return null;
  if (isPending)
    return (
      <>
        {fetchStatus === 'paused' && <WaitsForConnection />}
        <Skeleton rows={5} />
      </>
    );
  if (data === undefined)
    return <Problem error={error} title="We couldn't load your scheduled posts" onRetry={() => void refetch()} />;
  return children(data);
}

function Gone({ id }: { id: number }) {
  return (
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      This post is no longer scheduled.{' '}
      <Link to={timelineOf(id)} className="font-medium underline">
        See its timeline
      </Link>
    </p>
  );
}
