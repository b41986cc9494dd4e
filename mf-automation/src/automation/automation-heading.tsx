import type { AutomationStatus } from '@pagecast/api/contract';
import { Badge, ScreenHeading, Skeleton } from '@pagecast/shell/kit';
import { CircleCheck, CirclePause, Hand } from 'lucide-react';
import type { ReactNode } from 'react';

/** @param isPending keeps room for what is not known yet */
export function AutomationHeading({
  status,
  action,
  isPending = false,
}: {
  status?: AutomationStatus;
  action?: ReactNode;
  isPending?: boolean;
}) {
  if (isPending) return <Heading badge={<Skeleton className="h-6 w-20" />} action={<ActionSkeleton />} />;
  return <Heading badge={status !== undefined && <StateBadges status={status} />} action={action} />;
}

function Heading({ badge, action }: { badge: ReactNode; action: ReactNode }) {
  return (
    <ScreenHeading
      title="Super Content Generator"
      subtitle="Posts written and published on a regular cycle, page by page."
      badge={badge}
      action={action}
    />
  );
}

/** As high as the buttons: on two lines on a phone. */
function ActionSkeleton() {
  return <Skeleton className="h-20 w-64 max-w-full sm:h-9 sm:w-80 pointer-coarse:max-sm:h-24 pointer-coarse:sm:h-11" />;
}

function StateBadges({ status }: { status: AutomationStatus }) {
  if (status === 'inactive') return <Badge icon={<CirclePause aria-hidden />}>Inactive</Badge>;
  return (
    <>
      <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
        Active
      </Badge>
      {status === 'held' && (
        <Badge tone="warn" icon={<Hand aria-hidden />}>
          On hold
        </Badge>
      )}
    </>
  );
}
