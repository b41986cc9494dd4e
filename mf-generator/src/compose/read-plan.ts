import type { Search } from '@pagecast/shell/kit';
import { emptyDraft, type Draft } from '../drafts/draft.ts';

/** What an address asks for: `?date=2026-11-24&time=09:00&pageId=7&slot=free`. Null when it asks for nothing. */
export function readPlan({
  date = '',
  time = '',
  pageId = '',
  slot = '',
}: Search): Partial<Pick<Draft, 'pageId' | 'schedule'>> | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : '';
  const clock = /^\d{2}:\d{2}$/.test(time) ? time : '';
  const page = /^\d{1,15}$/.test(pageId) ? pageId : '';
  if (day === '' && clock === '' && page === '') return null;
  const isSlot = slot === 'free' && day !== '' && clock !== '' && page !== '';
  return {
    ...(page !== '' && { pageId: page }),
    ...((day !== '' || clock !== '') && {
      schedule: { ...emptyDraft.schedule, date: day, time: clock, ...(isSlot && { slot: Number(page) }) },
    }),
  };
}
