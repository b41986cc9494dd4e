import { cn, useSpacingMinutes, useTimeZone, zoneName } from '@pagecast/shell/kit';
import { CalendarX2, Clock, FoldVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import type { usePlanAddress } from '../use-plan-address.ts';
import { shortDay } from './calendar-days.ts';
import { collisionPlaces, gapPlaces } from './calendar-items.ts';
import type { DayFacts } from './day-facts.ts';
import { PageLegend } from './page-legend.tsx';
import type { Plan } from './use-plan.ts';
import type { Visit } from './use-visits.ts';

/** What is worth a look in this period, each a step to the next such place, and which colour is whose. */
export function PlanNotes({
  plan: { clockChanges, markOf, pages, isLoading },
  inSight,
  hidesPublished,
  onChange,
  onVisit,
}: {
  plan: Plan;
  inSight: readonly DayFacts[];
  hidesPublished: boolean;
  onChange: ReturnType<typeof usePlanAddress>[1];
  onVisit: Visit;
}) {
  const timeZone = useTimeZone();
  const planned = inSight.reduce((sum, { tiles, further }) => sum + tiles.length + further.length, 0);
  const published = inSight.reduce((sum, day) => sum + day.published.length, 0);
  const others = inSight.reduce((sum, day) => sum + day.others.length, 0);
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="text-ink-soft">
        {isLoading ? 'Loading posts' : countsOf(planned, others, hidesPublished ? null : published)}, times in{' '}
        {zoneName(timeZone)}
      </p>
      <label className="inline-flex min-h-6 items-center gap-1.5 text-ink-soft pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={!hidesPublished}
          onChange={(event) => onChange({ hidesPublished: !event.currentTarget.checked })}
          className="size-4 accent-accent"
        />
        Show published posts
      </label>
      {clockChanges.map(({ day, before, after }) => (
        <p key={day} className="inline-flex items-center gap-1.5 text-ink-soft">
          <Clock aria-hidden className="size-3.5" />
          Clocks change on {shortDay(day)}, {before} to {after}
        </p>
      ))}
      <Steps inSight={inSight} onVisit={onVisit} />
      {!isLoading && (
        <PageLegend
          days={inSight}
          pages={pages}
          markOf={markOf}
          onPage={(facebookPageId) => onChange({ facebookPageId })}
        />
      )}
    </div>
  );
}

/** To the posts that stand too close, and to the days that are left empty. */
function Steps({ inSight, onVisit }: { inSight: readonly DayFacts[]; onVisit: Visit }) {
  const spacingMinutes = useSpacingMinutes();
  const [collisions, gaps] = [collisionPlaces(inSight), gapPlaces(inSight)];
  return (
    <>
      {collisions.length > 0 && (
        <Step
          icon={<FoldVertical aria-hidden />}
          onStep={() => onVisit('collision', collisions)}
          hint={`Less than ${spacingMinutes} minutes from another post of the same page. Go to the next one.`}
        >
          {collisions.length.toLocaleString('en')} posts less than {spacingMinutes} min apart
        </Step>
      )}
      {gaps.length > 0 && (
        <Step icon={<CalendarX2 aria-hidden />} onStep={() => onVisit('gap', gaps)} hint="Go to the next one." isQuiet>
          {gaps.length} empty {gaps.length === 1 ? 'day' : 'days'}
        </Step>
      )}
    </>
  );
}

function Step({
  icon,
  onStep,
  hint,
  isQuiet = false,
  children,
}: {
  icon: ReactNode;
  onStep: () => void;
  hint: string;
  isQuiet?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      title={hint}
      onClick={onStep}
      className={cn(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium hover:underline ' +
          'pointer-coarse:min-h-11 [&_svg]:size-3.5',
        isQuiet ? 'bg-sunken text-ink-soft' : 'bg-warn-soft text-warn',
      )}
    >
      {icon}
      {children}
      <span className="sr-only">. {hint}</span>
    </button>
  );
}

/** '3 scheduled, 1 by others, 2 published'. @param published null where they are hidden */
function countsOf(planned: number, others: number, published: number | null): string {
  const counts: readonly [count: number, word: string, isTold: boolean][] = [
    [planned, 'scheduled', true],
    [others, 'by others', others > 0],
    [published ?? 0, 'published', published !== null],
  ];
  return counts
    .filter(([, , isTold]) => isTold)
    .map(([count, word]) => `${count.toLocaleString('en')} ${word}`)
    .join(', ');
}
