import { useTimeZone } from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlanFilter } from '../queries.ts';
import type { Day } from './calendar-days.ts';
import { freeSlotsOn, slotsByDay, type FreeSlot } from './free-slots.ts';

const NONE: ReadonlyMap<Day, readonly FreeSlot[]> = new Map();

/** The free slots of the days that a calendar shows. Who looks for a text looks for posts: then there are none. */
export function useFreeSlots(days: readonly Day[], { filter, today }: { filter: PlanFilter; today: Day }) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const hasSlots = (of: readonly Day[]) => filter.text === undefined && (of.at(-1) ?? '') >= today;
  const isAsked = hasSlots(days);
  const { data, isError, isLoading, isPlaceholderData } = useQuery({
    ...freeSlotsOn(days, filter, timeZone),
    enabled: isAsked,
  });
  const onDays = useMemo(
    () => (data === undefined || !isAsked ? NONE : slotsByDay(data.pages, timeZone)),
    [data, isAsked, timeZone],
  );
  const planned = useMemo(
    () => (data === undefined ? null : new Set(data.pages.map(({ facebookPageId }) => facebookPageId))),
    [data],
  );
  return {
    onDays,
    /** Pages that have a plan; null while that is not known. */
    planned: filter.text === undefined ? planned : null,
    /** `onDays` has all of these days. */
    isWhole: isAsked && data?.isCut === false && !isPlaceholderData,
    isFailed: isError,
    isLoading,
    /** Reads those of other days before they are asked for. */
    prefetch: (of: readonly Day[]) => {
      if (hasSlots(of)) void client.prefetchQuery(freeSlotsOn(of, filter, timeZone));
    },
  };
}
