import { MIN_INTERVAL_MINUTES } from '@pagecast/api/contract';
import { Badge } from '@pagecast/shell/kit';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { formatMinutes, type CyclePlan } from './cycle-plan.ts';

/** Whether the computed interval keeps what Facebook asks for. Source: spec section 9. */
export function ComplianceBadge({ plan }: { plan: CyclePlan }) {
  return plan.isCompliant
    ? <Badge tone="ok" icon={<ShieldCheck aria-hidden />}>FB Compliant</Badge>
    : <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>Below FB Policy</Badge>;
}

/** The interval in words, and what the minimum makes of it. */
export function IntervalNote({ plan, frequencyHours }: { plan: CyclePlan; frequencyHours: number }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>Computed interval: <strong className="font-semibold">{plan.intervalMinutes} minutes</strong></p>
      {!plan.isCompliant && (
        <p className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            The system will enforce a 30-minute minimum.{' '}
            {plan.offsets.length < plan.asked && `${plan.offsets.length} of ${plan.asked} fit in ${formatMinutes(frequencyHours * 60)} at ${MIN_INTERVAL_MINUTES} minutes apart.`}
          </span>
        </p>
      )}
    </div>
  );
}
