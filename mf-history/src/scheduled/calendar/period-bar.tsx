import { Button, IconButton } from '@pagecast/shell/kit';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { PeriodChoice } from '../period-choice.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';
import type { PlanAddress } from '../use-plan-address.ts';
import { periodName, stepped, type Day, type Period } from './calendar-days.ts';

/** Which days the calendar shows, and the way to others. */
export function PeriodBar({
  address: { period, day },
  today,
  onChange,
  onStep,
  onNear,
}: {
  address: PlanAddress;
  today: Day;
  onChange: (change: { period?: Period; day?: Day }) => void;
  /** To the period before or after. */
  onStep: (step: 1 | -1) => void;
  /** Somebody is about to go to this day. */
  onNear: (day: Day) => void;
}) {
  // On a phone it stands in the toolbar, which has room for it.
  const isNarrow = useIsNarrow();
  const [before, after] = [stepped(period, day, -1), stepped(period, day, 1)];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex items-center gap-1">
        <IconButton
          label={`Previous ${period}`}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => onStep(-1)}
          onPointerEnter={() => onNear(before)}
          onFocus={() => onNear(before)}
        />
        <IconButton
          label={`Next ${period}`}
          icon={<ChevronRight aria-hidden />}
          onClick={() => onStep(1)}
          onPointerEnter={() => onNear(after)}
          onFocus={() => onNear(after)}
        />
        <Button size="sm" onClick={() => onChange({ day: today })}>
          Today
        </Button>
      </div>
      <h2 aria-live="polite" className="min-w-40 text-base font-semibold">
        {periodName(period, day)}
      </h2>
      {!isNarrow && <PeriodChoice period={period} onChange={(next) => onChange({ period: next })} />}
    </div>
  );
}
