import { Button, ButtonLink, EmptyState } from '@pagecast/shell/kit';
import { CalendarClock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * In place of a list without posts: what will be here and how it gets there, or that the filters let nothing through.
 */
export function NothingHere(props: { isNarrowed: boolean; onWiden: () => void } | { text: string; action: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <Words {...props} />
    </div>
  );
}

function Words(props: Parameters<typeof NothingHere>[0]) {
  if ('text' in props)
    return (
      <EmptyState icon={<CalendarClock />} action={props.action}>
        {props.text}
      </EmptyState>
    );
  if (props.isNarrowed)
    return (
      <EmptyState icon={<SearchX />} action={<Button onClick={props.onWiden}>Clear filters</Button>}>
        No posts match your filters.
      </EmptyState>
    );
  return (
    <EmptyState icon={<CalendarClock />} action={<ButtonLink to="/content-generator">Schedule a post</ButtonLink>}>
      No scheduled posts yet. Give a post a date and time, and you'll see it here.
    </EmptyState>
  );
}
