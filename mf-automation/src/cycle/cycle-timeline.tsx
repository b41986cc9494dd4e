import { cn } from '@pagecast/shell/kit';
import { formatMinutes, type CyclePlan } from './cycle-plan.ts';

/**
 * One cycle as a line: a mark for each post that goes out, at its place.
 * @param isBare without the words below, where many stand under each other
 */
export function CycleTimeline({
  plan,
  frequencyHours,
  isMuted,
  isBare = false,
}: {
  plan: CyclePlan;
  frequencyHours: number;
  isMuted: boolean;
  isBare?: boolean;
}) {
  const times = plan.offsets
    .map((offset) => (offset === 0 ? 'at the start' : `after ${formatMinutes(offset)}`))
    .join(', ');
  const colour = plan.isCompliant ? 'bg-accent' : 'bg-warn';
  return (
    <div className="min-w-0">
      <div role="img" aria-label={`Posts of one cycle: ${times}`} className="relative mx-1.5 h-4">
        <span className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 rounded-full bg-line" />
        <span className="absolute top-0.5 right-0 h-3 w-0.5 rounded-full bg-line-strong" />
        {plan.offsets.map((offset) => (
          <span
            key={offset}
            style={{ left: `${(offset / (frequencyHours * 60)) * 100}%` }}
            className={cn(
              'absolute top-1/2 size-2.5 -translate-1/2 rounded-full border-2 border-surface',
              isMuted ? 'bg-line-strong' : colour,
            )}
          />
        ))}
      </div>
      {!isBare && (
        <div aria-hidden className="flex justify-between text-xs text-ink-soft">
          <span>Start</span>
          <span>{frequencyHours} h: next cycle</span>
        </div>
      )}
    </div>
  );
}
