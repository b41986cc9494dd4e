import type { Post } from '@pagecast/api/contract';
import { Button, ButtonLink, byTime, EmptyState, Problem, ReviewPostDialog, ScreenHeading, Skeleton, useNow, useSearch } from '@pagecast/shell/kit';
import { useQueries } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AttentionList } from './attention-list.tsx';
import { PostDialogs, type OpenPostDialog } from './post-dialogs.tsx';
import { PublishNowButton } from './publish-now-button.tsx';
import { postsWith } from './queries.ts';
import { ScheduledTable } from './scheduled-table.tsx';
import { useShownPost } from './use-shown-post.ts';

export function ScheduledScreen() {
  const [search, setSearch] = useSearch();
  const [scheduled, publishing, failed, missed] = useQueries({ queries: [postsWith('scheduled'), postsWith('publishing'), postsWith('failed'), postsWith('missed')] });
  const lists = [scheduled, publishing, failed, missed];
  const [open, setOpen] = useState<OpenPostDialog | null>(null);
  const now = useNow();

  const waiting = useMemo(() => byTime([...(publishing.data ?? []), ...(scheduled.data ?? [])]), [publishing.data, scheduled.data]);
  const attention = byTime([...(failed.data ?? []), ...(missed.data ?? [])]);

  const isPending = lists.some((list) => list.isPending);
  const broken = lists.find((list) => list.error !== null);
  const find = (id: string | undefined) => (isPending || id === undefined ? undefined : [...attention, ...waiting].find((post) => String(post.id) === id));
  const reviewed = find(search['review']);
  const shownId = find(search['post'])?.id ?? null;
  useShownPost(shownId);
  const asked = search['review'] ?? search['post'];
  const show = (kind: OpenPostDialog['kind'], post: Post) => setOpen({ kind, post });
  const closeReview = () => setSearch({ review: null });

  return (
    <>
      <ScreenHeading
        title={scheduled.data ? `Scheduled Posts (${scheduled.data.length.toLocaleString('en')})` : 'Scheduled Posts'} subtitle="What goes out next, and what could not."
        action={<ButtonLink to="/content-generator" variant="primary" icon={<Plus aria-hidden />}>New Post</ButtonLink>}
      />
      {isPending ? <Skeleton rows={5} /> : (
        <div className="flex flex-col gap-4">
          {asked !== undefined && find(asked) === undefined && (
            <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">The post you asked for is not waiting any more. It may have gone out: see Post History.</p>
          )}
          {broken && <Problem error={broken.error} onRetry={() => { for (const list of lists) if (list.error) void list.refetch(); }} />}
          {attention.length > 0 && <AttentionList posts={attention} shownId={shownId} onOpen={show} />}
          {waiting.length > 0 ? <ScheduledTable posts={waiting} now={now} shownId={shownId} onReview={(post) => setSearch({ review: post.id, post: null })} onOpen={show} />
            : scheduled.data && publishing.data && <Empty />}
        </div>
      )}
      {reviewed && (
        <ReviewPostDialog
          post={reviewed} onClose={closeReview}
          actions={<><Button size="sm" onClick={() => { closeReview(); show('edit', reviewed); }}>Edit</Button><PublishNowButton post={reviewed} onDone={closeReview} /></>}
        />
      )}
      <PostDialogs open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function Empty() {
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={<CalendarClock />} action={<ButtonLink to="/content-generator">Schedule a post</ButtonLink>}>Nothing is scheduled. Posts that you give a date and a time wait here until they go out.</EmptyState>
    </div>
  );
}
