import type { listWaitingPosts } from '@pagecast/api/contract';
import {
  ButtonLink,
  LatePart,
  lazyPart,
  LateWindow,
  Link,
  Pager,
  Problem,
  ScreenHeading,
  ThumbAction,
  Skeleton,
  todayIso,
  useEver,
  useNow,
  useTimeZone,
  WaitsForConnection,
  type CallOutput,
} from '@pagecast/shell/kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTimelineOf } from '../post/timeline-address.ts';
import type { Day } from './calendar/calendar-days.ts';
import { AttentionList } from './attention-list.tsx';
import { LinkNotes } from './link-notes.tsx';
import { PlanToolbar } from './plan-toolbar.tsx';
import { PostDialogs, type ShowDialog } from './post-dialogs.tsx';
import { PostReview } from './post-review.tsx';
import { SelectionArea } from './selection/selection-area.tsx';
import { SelectionProvider, useSelection } from './selection/selection.ts';
import { TableView } from './table-view.tsx';
import { usePlanAddress, type PlanAddress } from './use-plan-address.ts';
import { usePostDialogs } from './use-post-dialogs.ts';
import { useShownPost } from './use-shown-post.ts';
import { useUndo, type Undo } from './use-undo.ts';
import { useWaitingPosts } from './use-waiting-posts.ts';

type PlannedPage = CallOutput<typeof listWaitingPosts>;

/** With what makes tiles draggable; who looks at the table never loads it. */
const CalendarView = /* @__PURE__ */ lazyPart(async () => (await import('./calendar/calendar-view.tsx')).CalendarView);

/** Most visits never open it. */
const WeeklyPlanDialog = /* @__PURE__ */ lazyPart(
  async () => (await import('./weekly-plan/weekly-plan-dialog.tsx')).WeeklyPlanDialog,
);

/** With its dialogs; comes when the first post is selected. */
const SelectionTools = /* @__PURE__ */ lazyPart(
  async () => (await import('./selection/selection-tools.tsx')).SelectionTools,
);

/** Most people work alone. */
const OthersPlanned = /* @__PURE__ */ lazyPart(async () => (await import('./others-planned.tsx')).OthersPlanned);

export function ScheduledScreen() {
  const now = useNow();
  const timeZone = useTimeZone();
  const today = todayIso(now, timeZone);
  const [address, change] = usePlanAddress(today);
  const [attentionPage, setAttentionPage] = useState<number | null>(null);
  const undo = useUndo();
  const { moves } = undo;
  const { open, show, close } = usePostDialogs(moves);
  const lists = useWaitingPosts(address, attentionPage);
  const { shownId, all, isBeginning } = lists;
  useShownPost(lists.isSettled && lists.isShown ? shownId : null);

  return (
    <>
      <PlanHeading all={all} />
      <div className="flex flex-col gap-4 max-sm:pb-16">
        {shownId !== null && lists.isSettled && !lists.isShown && <Gone id={shownId} />}
        {!isBeginning && <Attention lists={lists} onOpen={show} onPage={setAttentionPage} />}
        {isBeginning && (
          <>
            {lists.attention.fetchStatus === 'paused' && <WaitsForConnection />}
            <Skeleton rows={5} />
          </>
        )}
        {/* Asked for at once, shown when it is known what stands above: nothing is pushed down under a hand. */}
        <div className={isBeginning ? 'hidden' : 'contents'}>
          <LinkNotes limits={lists.links.data ?? []} onPage={(facebookPageId) => change({ facebookPageId })} />
          <Plan
            address={address}
            lists={lists}
            today={today}
            now={now}
            undo={undo}
            isDialogOpen={open !== null}
            onChange={change}
            onOpen={show}
          />
          {address.view === 'table' && (
            <LatePart name="Scheduled by Others">
              <OthersPlanned filter={address.filter} now={now} />
            </LatePart>
          )}
        </div>
      </div>
      {address.reviewedId !== null && lists.isSettled && (
        <PostReview
          post={lists.inSight.find(({ id }) => id === address.reviewedId) ?? { id: address.reviewedId }}
          onClose={() => change({ reviewedId: null })}
          onOpen={show}
        />
      )}
      <WeeklyPlan address={address} onChange={change} />
      <PostDialogs open={open} moves={moves} onClose={close} />
    </>
  );
}

/** What is planned, and what is done with several posts of it at once. */
function Plan({
  address,
  lists,
  today,
  now,
  undo: { moves, undo, onBulkUndo },
  isDialogOpen,
  onChange,
  onOpen,
}: {
  address: PlanAddress;
  lists: ReturnType<typeof useWaitingPosts>;
  today: Day;
  now: Date;
  undo: Undo;
  isDialogOpen: boolean;
  onChange: ReturnType<typeof usePlanAddress>[1];
  onOpen: ShowDialog;
}) {
  return (
    <SelectionProvider>
      <Toolbar address={address} onChange={onChange} onUndo={undo} />
      <SelectionArea>
        {address.view === 'calendar' ? (
          <LatePart name="The calendar" fallback={<Skeleton className="h-96" />}>
            <CalendarView
              address={address}
              today={today}
              now={now}
              moves={moves}
              isEmpty={lists.all === 0}
              isDialogOpen={isDialogOpen}
              onChange={onChange}
              onReview={(post) => onChange({ reviewedId: post.id })}
              onOpen={onOpen}
            />
          </LatePart>
        ) : (
          <PlanTable address={address} lists={lists} now={now} onChange={onChange} onOpen={onOpen} />
        )}
      </SelectionArea>
      <Selected address={address} lists={lists} onUndo={onBulkUndo} />
    </SelectionProvider>
  );
}

function Toolbar(props: Pick<Parameters<typeof PlanToolbar>[0], 'address' | 'onChange' | 'onUndo'>) {
  const { isOn, turn } = useSelection();
  return <PlanToolbar {...props} isSelecting={isOn} onSelect={turn} />;
}

/** What can be done with selected posts, from the first one on that is. */
function Selected({
  address: { view, filter },
  lists: { table },
  onUndo,
}: {
  address: PlanAddress;
  lists: ReturnType<typeof useWaitingPosts>;
  onUndo: Undo['onBulkUndo'];
}) {
  const { isOn, turn } = useSelection();
  const isNeeded = useEver(isOn);
  if (!isNeeded) return null;
  const matching = view === 'table' ? (table.data?.pagination.total ?? null) : null;
  return (
    <LateWindow onClose={() => turn(false)}>
      <SelectionTools filter={filter} matching={matching} onUndo={onUndo} />
    </LateWindow>
  );
}

function WeeklyPlan({
  address: { weekOf },
  onChange,
}: {
  address: PlanAddress;
  onChange: ReturnType<typeof usePlanAddress>[1];
}) {
  if (weekOf === null) return null;
  const close = () => onChange({ weekOf: null });
  return (
    <LateWindow onClose={close}>
      <WeeklyPlanDialog
        pageId={weekOf === 'any' ? null : weekOf}
        onPage={(pageId) => onChange({ weekOf: pageId })}
        onClose={close}
      />
    </LateWindow>
  );
}

/** @param all how many posts are planned; undefined until that is known */
function PlanHeading({ all }: { all: number | undefined }) {
  return (
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
  );
}

/** What waits for its owner. Where that took long to know, its line stays also when nothing does. */
function Attention({
  lists: {
    attention: { data, error, isPending, refetch },
    isSlow,
    shownId,
  },
  onOpen,
  onPage,
}: {
  lists: ReturnType<typeof useWaitingPosts>;
  onOpen: ShowDialog;
  onPage: (pageNumber: number) => void;
}) {
  if (isSlow && isPending) return <Skeleton className="h-15 rounded-card sm:h-11.5" />;
  if (isSlow && data?.posts.length === 0)
    return (
      <p
        className={
          'flex min-h-15 items-center gap-3 rounded-card border border-line bg-surface px-5 text-ink-soft ' +
          'sm:min-h-11.5 sm:px-6'
        }
      >
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        No posts need your attention.
      </p>
    );
  return (
    <>
      {error !== null && (
        <Problem error={error} title="We couldn't load the posts that need attention" onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.posts.length > 0 && (
        <AttentionList
          posts={data.posts}
          total={data.pagination.total}
          kinds={data.kinds}
          tied={data.tied ?? []}
          shownId={shownId}
          onOpen={onOpen}
        >
          <Pager
            label="Pages of posts that need attention"
            current={data.pagination.page}
            pages={data.pagination.pages}
            onPage={onPage}
          />
        </AttentionList>
      )}
    </>
  );
}

function PlanTable({
  address: { filter },
  lists: { table, isBeginning, shownId },
  now,
  onChange,
  onOpen,
}: {
  address: PlanAddress;
  lists: ReturnType<typeof useWaitingPosts>;
  now: Date;
  onChange: ReturnType<typeof usePlanAddress>[1];
  onOpen: ShowDialog;
}) {
  return (
    <Planned query={table} isBeginning={isBeginning}>
      {({ posts, tied = [], pagination }) => (
        <TableView
          posts={posts}
          tied={tied}
          pagination={pagination}
          isOld={table.isPlaceholderData}
          isNarrowed={filter.facebookPageId !== undefined || filter.text !== undefined}
          shownId={shownId}
          now={now}
          onReview={(post) => onChange({ reviewedId: post.id })}
          onOpen={onOpen}
          onPage={(pageNumber) => onChange({ pageNumber })}
          onWiden={() => onChange({ facebookPageId: null, text: '' })}
        />
      )}
    </Planned>
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
  const timelineOf = useTimelineOf();
  return (
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      This post is no longer scheduled.{' '}
      <Link to={timelineOf(id)} className="font-medium underline">
        See its timeline
      </Link>
    </p>
  );
}
