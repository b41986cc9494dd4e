import { Badge } from '@pagecast/shell/kit';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { formatMinutes, type CyclePlan } from './cycle-plan.ts';

/** Whether the computed interval keeps what Facebook asks for. Source: spec section 9. */
export function ComplianceBadge({ plan }: { plan: CyclePlan }) {
  return plan.isCompliant ? (
    <Badge tone="ok" icon={<ShieldCheck aria-hidden />}>
      FB Compliant
    </Badge>
  ) : (
    <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
      Below FB Policy
    </Badge>
  );
}

/** What the minimum makes of an interval that is below it. */
export function IntervalWarning({ plan, frequencyHours }: { plan: CyclePlan; frequencyHours: number }) {
  if (plan.isCompliant) return null;
  return (
    <p className="flex items-start gap-1.5 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        The system will enforce a {plan.spacingMinutes}-minute minimum.
        {plan.offsets.length < plan.asked &&
          ` ${plan.offsets.length} of ${plan.asked} fit in ${formatMinutes(frequencyHours * 60)} at ` +
            `${plan.spacingMinutes} minutes apart.`}
      </span>
    </p>
  );
}
