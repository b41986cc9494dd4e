import type { AutomationStatus } from '@pagecast/api/contract';
import { Badge, ScreenHeading } from '@pagecast/shell/kit';
import { CircleCheck, CirclePause, Hand } from 'lucide-react';
import type { ReactNode } from 'react';

/** @param status undefined while it is not known */
export function AutomationHeading({ status, action }: { status?: AutomationStatus; action?: ReactNode }) {
  return (
    <ScreenHeading
      title="Super Content Generator"
      subtitle="Posts written and published on a regular cycle, page by page."
      badge={status !== undefined && <StateBadges status={status} />}
      action={action}
    />
  );
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
