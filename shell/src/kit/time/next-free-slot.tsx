import { freeSlots } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { apiQuery } from '../runtime/api-query.ts';
import { useTimeZone } from '../runtime/host.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { formatDateTime } from './format-time.ts';
import { scheduleValueOf, type ScheduleValue } from './schedule-value.ts';

/** Takes the next free slot of a page's weekly plan, or leads to where a page gets one. */
export function NextFreeSlot({
  pageId,
  value,
  onValueChange,
}: {
  pageId: number;
  value: ScheduleValue;
  onValueChange: (value: ScheduleValue) => void;
}) {
  const timeZone = useTimeZone();
  const { data, isPending } = useQuery(apiQuery(freeSlots, { query: { facebookPageId: pageId, count: 1 } }));
  const [page] = data?.pages ?? [];
  const at = page?.at[0];
  if (isPending || data === undefined) return <div className="min-h-8 pointer-coarse:min-h-11" />;
  if (page === undefined)
    return (
      <ButtonLink size="sm" variant="ghost" to={`/scheduled?plan=${pageId}`} className="-ml-2.5 self-start">
        Set up a weekly plan for this page
      </ButtonLink>
    );
  if (at === undefined) return <p className="min-h-8 text-xs text-ink-soft">This page has no free slot.</p>;
  const slot = scheduleValueOf(at, timeZone);
  const isTaken = value.slot === pageId && value.date === slot.date && value.time === slot.time;
  return (
    <Button
      size="sm"
      icon={<CalendarCheck aria-hidden />}
      aria-pressed={isTaken}
      className="self-start whitespace-normal aria-pressed:bg-accent-soft"
      onClick={() => onValueChange(isTaken ? { date: '', time: '' } : { ...slot, slot: pageId })}
    >
      Next free slot, {formatDateTime(at, timeZone)}
    </Button>
  );
}
