import { useEffect, useEffectEvent, useState } from 'react';
import type { PlanAddress } from '../use-plan-address.ts';
import { stepped, type Day } from './calendar-days.ts';
import type { Plan } from './use-plan.ts';

/**
 * The way to the period before or after. Once a period is shown, the one that somebody mostly goes to from there is
 * read before it is asked for: the next one, or further back for who has gone back.
 */
export function useSteps(
  { period, day }: PlanAddress,
  { isLoading, prefetch }: Plan,
  onChange: (change: { day: Day }) => void,
): (step: 1 | -1) => void {
  const [heading, setHeading] = useState<1 | -1>(1);
  const readAhead = useEffectEvent((step: 1 | -1) => prefetch(stepped(period, day, step)));
  useEffect(() => {
    if (!isLoading) readAhead(heading);
  }, [heading, isLoading, period, day]);
  return (step) => {
    setHeading(step);
    onChange({ day: stepped(period, day, step) });
  };
}
