import type { Post } from '@pagecast/api/contract';
import {
  ButtonLink,
  Card,
  DeletePostDialog,
  EditPostDialog,
  EmptyState,
  Loaded,
  ReviewPostDialog,
  Skeleton,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { byTime } from './by-time.ts';
import { UPCOMING_SHOWN, upcomingPosts } from './queries.ts';
import { UpcomingTable, type RowAction } from './upcoming-table.tsx';

export function UpcomingPosts() {
  const query = useQuery(upcomingPosts());
  const [open, setOpen] = useState<{ action: RowAction; post: Post } | null>(null);
  const close = () => setOpen(null);

  return (
    <Card
      title="Upcoming Scheduled Posts"
      actions={
        <ButtonLink to="/scheduled" size="sm">
          View all
        </ButtonLink>
      }
    >
      <Loaded
        query={query}
        skeleton={<UpcomingSkeleton />}
        empty={({ posts }) =>
          posts.length > 0 ? null : (
            <EmptyState
              icon={<CalendarClock />}
              action={<ButtonLink to="/content-generator">Schedule a post</ButtonLink>}
            >
              No scheduled posts yet.
            </EmptyState>
          )
        }
      >
        {({ posts, pagination: { total } }) => (
          <>
            <UpcomingTable posts={byTime(posts)} onAction={(action, post) => setOpen({ action, post })} />
            {total > posts.length && (
              <p className="mt-3 text-xs text-ink-soft">
                Next {posts.length} of {total.toLocaleString('en')}
              </p>
            )}
          </>
        )}
      </Loaded>
      {open?.action === 'review' && <ReviewPostDialog post={open.post} onClose={close} />}
      {open?.action === 'edit' && <EditPostDialog post={open.post} onClose={close} />}
      {open?.action === 'delete' && <DeletePostDialog post={open.post} onClose={close} />}
    </Card>
  );
}

export function UpcomingSkeleton() {
  return <Skeleton rows={UPCOMING_SHOWN} />;
}
