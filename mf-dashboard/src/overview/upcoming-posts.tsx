import type { Post } from '@pagecast/api/contract';
import { ButtonLink, byTime, Card, DeletePostDialog, EditPostDialog, EmptyState, Problem, ReviewPostDialog, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { scheduledPosts } from './queries.ts';
import { UpcomingTable, type RowAction } from './upcoming-table.tsx';

/** More would push everything else off the screen; all of them are one press away. */
const SHOWN = 10;

export function UpcomingPosts() {
  const { data, error, isPending, refetch } = useQuery(scheduledPosts());
  const [open, setOpen] = useState<{ action: RowAction; post: Post } | null>(null);
  const close = () => setOpen(null);

  return (
    <Card title="Upcoming Scheduled Posts" actions={<ButtonLink to="/scheduled" size="sm">View all</ButtonLink>}>
      {isPending ? <Skeleton rows={3} />
        : error ? <Problem error={error} onRetry={() => { void refetch(); }} />
          : data.length === 0 ? <EmptyState icon={<CalendarClock />} action={<ButtonLink to="/content-generator">Schedule a post</ButtonLink>}>Nothing is scheduled. Posts that wait for their time show up here.</EmptyState>
            : (
              <>
                <UpcomingTable posts={byTime(data).slice(0, SHOWN)} onAction={(action, post) => setOpen({ action, post })} />
                {data.length > SHOWN && <p className="mt-3 text-xs text-ink-soft">The next {SHOWN} of {data.length.toLocaleString('en')}</p>}
              </>
            )}
      {open?.action === 'review' && <ReviewPostDialog post={open.post} onClose={close} />}
      {open?.action === 'edit' && <EditPostDialog post={open.post} onClose={close} />}
      {open?.action === 'delete' && <DeletePostDialog post={open.post} onClose={close} />}
    </Card>
  );
}
