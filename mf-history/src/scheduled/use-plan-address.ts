import { useSearch } from '@pagecast/shell/kit';
import { isDay, PERIODS, type Day, type Period } from './calendar/calendar-days.ts';
import type { PlanFilter } from './queries.ts';

export const VIEWS = ['calendar', 'table'] as const;
export type View = (typeof VIEWS)[number];

/** What the screen shows, as its address says it. */
export interface PlanAddress {
  readonly view: View;
  readonly period: Period;
  /** A day of the period that the calendar shows. */
  readonly day: Day;
  readonly pageNumber: number;
  readonly filter: PlanFilter;
  /** What is out is left out of the calendar. */
  readonly hidesPublished: boolean;
  /** A post to be brought into sight, and one whose review is open. */
  readonly shownId: number | null;
  readonly reviewedId: number | null;
  /** Whose weekly plan is open: that of this page, or of whichever comes first. */
  readonly weekOf: number | 'any' | null;
}

interface PlanChange {
  view?: View;
  period?: Period;
  day?: Day;
  pageNumber?: number;
  facebookPageId?: number | null;
  text?: string;
  hidesPublished?: boolean;
  reviewedId?: number | null;
  weekOf?: number | 'any' | null;
}

/**
 * The address of this screen and the way to change it. Who narrows the list starts at its beginning, and asks for no
 * single post any more.
 */
export function usePlanAddress(today: Day): [PlanAddress, (change: PlanChange) => void] {
  const [search, setSearch] = useSearch();
  const facebookPageId = readId(search['pageId']);
  const text = search['text'] ?? '';

  const address: PlanAddress = {
    view: VIEWS.find((view) => view === search['view']) ?? 'table',
    period: PERIODS.find((period) => period === search['by']) ?? 'month',
    day: isDay(search['date'] ?? '') ? (search['date'] ?? today) : today,
    pageNumber: readId(search['page']) ?? 1,
    filter: { ...(facebookPageId !== null && { facebookPageId }), ...(text !== '' && { text }) },
    hidesPublished: search['published'] === 'hidden',
    shownId: readId(search['post']),
    reviewedId: readId(search['review']),
    weekOf: search['plan'] === 'any' ? 'any' : readId(search['plan']),
  };

  function change({
    view,
    period,
    day,
    pageNumber,
    facebookPageId: nextPage,
    text: nextText,
    reviewedId,
    hidesPublished,
    weekOf,
  }: PlanChange): void {
    const isNarrowed = nextPage !== undefined || nextText !== undefined;
    setSearch(
      {
        ...(view !== undefined && { view: view === 'table' ? null : view, post: null }),
        ...(period !== undefined && { by: period === 'month' ? null : period }),
        ...(day !== undefined && { date: day === today ? null : day }),
        ...(nextPage !== undefined && { pageId: nextPage }),
        ...(nextText !== undefined && { text: nextText === '' ? null : nextText }),
        ...(isNarrowed && { page: null, post: null }),
        ...(pageNumber !== undefined && { page: pageNumber === 1 ? null : pageNumber, post: null }),
        ...(hidesPublished !== undefined && { published: hidesPublished ? 'hidden' : null }),
        ...(weekOf !== undefined && { plan: weekOf }),
        ...(reviewedId !== undefined && { review: reviewedId, post: null }),
      },
      { replace: nextText !== undefined },
    );
  }

  return [address, change];
}

function readId(value: string | undefined): number | null {
  return value !== undefined && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}
