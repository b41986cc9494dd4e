import { postTimeline, readQueuedPost, type Post, networkFacts } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  FacebookPreview,
  Link,
  previewOf,
  Problem,
  ScreenHeading,
  Skeleton,
  StatusBadge,
  statusOf,
  Time,
  useCopy,
  useSearch,
  useTimeZone,
  WaitsForConnection,
  type CallOutput,
  zoneName,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ClipboardCopy, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PostFacts } from '../post/post-facts.tsx';
import { listBehind, OTHERS } from '../post/timeline-address.ts';
import { describeReport } from './describe-report.ts';
import { StandingNote } from './standing-note.tsx';
import { PostActions } from './post-actions.tsx';
import { TimelineList } from './timeline-list.tsx';

/**
 * The page of one post of any status: what it is, and everything that happened to it. Posts of others, on pages that
 * this person works with too, are there to see.
 */
export function TimelineScreen() {
  const [{ id = '', of }] = useSearch();
  return /^[1-9]\d{0,14}$/.test(id) ? <OnePost key={id} id={Number(id)} isSaidTheirs={of === OTHERS} /> : <NoPost />;
}

/** Where it is not theirs it is somebody else's, and the other way round. */
function OnePost({ id, isSaidTheirs }: { id: number; isSaidTheirs: boolean }) {
  const [isOfOther, setOfOther] = useState(isSaidTheirs);
  // A post that has just been deleted is not asked for again on the way out.
  const [isLeaving, setIsLeaving] = useState(false);
  const own = useQuery({ ...apiQuery(postTimeline, { params: { id } }), enabled: !isLeaving && !isOfOther });
  const seen = useQuery({ ...apiQuery(readQueuedPost, { params: { id } }), enabled: !isLeaving && isOfOther });
  const { error, fetchStatus, refetch } = isOfOther ? seen : own;
  if (isOfOther === isSaidTheirs && statusOf(error) === 404) setOfOther(!isSaidTheirs);
  if (isOfOther !== isSaidTheirs && statusOf(error) === 404) return <NoPost />;
  if (error)
    return (
      <Frame>
        <Problem
          error={error}
          title="We couldn't load this post"
          onRetry={() => {
            void refetch();
          }}
        />
      </Frame>
    );
  if (isOfOther && seen.data !== undefined) return <Told {...seen.data} action={<OfOther {...seen.data} />} />;
  if (isOfOther || own.data === undefined)
    return (
      <Frame action={<Skeleton className="h-8 w-56 pointer-coarse:h-11" />}>
        {fetchStatus === 'paused' ? <WaitsForConnection /> : <Waiting />}
      </Frame>
    );
  return <Told {...own.data} action={<PostActions post={own.data.post} onLeaving={setIsLeaving} />} />;
}

function Told({ post, entries, standing = null, action }: CallOutput<typeof postTimeline> & { action: ReactNode }) {
  return (
    <Frame
      badge={<StatusBadge status={post.status === 'scheduled' && post.problem !== null ? 'at-risk' : post.status} />}
      post={post}
      action={action}
    >
      <Columns>
        <Activity post={post} entries={entries} standing={standing} />
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Post">
            <PostFacts post={post} />
          </Card>
          <Look post={post} />
        </div>
      </Columns>
    </Frame>
  );
}

/** In place of what its owner can do. */
function OfOther({ author: { name } }: CallOutput<typeof readQueuedPost>) {
  return <p className="max-w-[40ch] text-ink-soft wrap-anywhere">Only {name}, who owns this post, can change it.</p>;
}

function Activity({ post, entries, standing }: CallOutput<typeof postTimeline>) {
  const copy = useCopy();
  const timeZone = useTimeZone();
  return (
    <Card
      title="Activity"
      description={`Every step: who did what, and when. Times in ${zoneName(timeZone)}.`}
      actions={
        <Button
          size="sm"
          icon={<ClipboardCopy aria-hidden />}
          onClick={() => {
            void copy(describeReport(post, entries));
          }}
        >
          Copy for support
        </Button>
      }
    >
      {standing != null && <StandingNote standing={standing} />}
      <TimelineList post={post} entries={entries} />
    </Card>
  );
}

/** The post as people see it. */
function Look({ post }: { post: Post }) {
  if (networkFacts(post.publishPlatform).form === 'article')
    return (
      <Card title="Article">
        <p dir="auto" className="text-read wrap-anywhere whitespace-pre-wrap">
          {post.content}
        </p>
      </Card>
    );
  const { publishedAt } = post;
  return (
    <FacebookPreview
      post={previewOf(post)}
      page={{ name: post.pageName ?? 'Unknown Page', id: post.facebookPageId }}
      when={publishedAt === null ? 'Not published yet' : <Time instant={publishedAt} format="relative" />}
    />
  );
}

function Frame({
  post,
  badge,
  action,
  children,
}: {
  post?: Post;
  badge?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const [{ from }] = useSearch();
  const isOut = post === undefined || post.status === 'published';
  const list =
    listBehind(from) ??
    (isOut ? { to: '/history', name: 'Post History' } : { to: `/scheduled?post=${post.id}`, name: 'Scheduled Posts' });
  return (
    <>
      <Link
        to={list.to}
        className={
          'mb-3 inline-flex min-h-6 items-center gap-1.5 rounded-sm text-ink-soft hover:text-ink ' +
          'pointer-coarse:min-h-11'
        }
      >
        <ArrowLeft aria-hidden className="size-4" />
        {list.name}
      </Link>
      <ScreenHeading
        title="Post Timeline"
        subtitle={
          post ? (
            <span dir="auto" className="line-clamp-1 text-start wrap-anywhere">
              {post.content}
            </span>
          ) : (
            '\u00a0'
          )
        }
        badge={badge}
        action={action}
      />
      {children}
    </>
  );
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_390px]">{children}</div>;
}

function Waiting() {
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading</span>
      <Columns>
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </Columns>
    </div>
  );
}

function NoPost() {
  return (
    <Frame>
      <div className="rounded-card border border-line bg-surface">
        <EmptyState icon={<SearchX />} action={<ButtonLink to="/history">Go to Post History</ButtonLink>}>
          We can't find this post. It was deleted, or belongs to another account or environment.
        </EmptyState>
      </div>
    </Frame>
  );
}
