import {
  DASHBOARD_CONTENT_TYPES,
  GENERATOR_CONTENT_TYPES,
  MEDIA_TYPES,
  POST_SORTS,
  PUBLISH_PLATFORMS,
  type listPosts,
  type MediaType,
  type PostSort,
  type PublishPlatform,
} from '@pagecast/api/contract';
import { contentTypeLabel, instantOf, type CallInput, type Search } from '@pagecast/shell/kit';
import { addDays } from 'date-fns/addDays';
import { endOfMonth } from 'date-fns/endOfMonth';
import { format } from 'date-fns/format';
import { startOfMonth } from 'date-fns/startOfMonth';
import { subMonths } from 'date-fns/subMonths';

/** What the history is narrowed down by, as the address has it; null narrows nothing down. */
export interface HistoryFilters {
  readonly text: string;
  readonly pageId: number | null;
  readonly platform: PublishPlatform | null;
  readonly type: string | null;
  readonly media: MediaType | null;
  readonly by: 'ai' | 'manual' | null;
  /** `YYYY-MM-DD`, both included. */
  readonly from: string | null;
  readonly to: string | null;
}

/** What the history is put in order by, as the address has it; `sort` null: the newest first. */
export interface HistoryOrder {
  readonly sort: PostSort | null;
  readonly isAscending: boolean;
}

export function readOrder(search: Search): HistoryOrder {
  const sort = POST_SORTS.find((known) => known === search['sort']) ?? null;
  return { sort, isAscending: sort !== null && search['order'] === 'asc' };
}

/** The same as the address has it, and as a call takes it. */
export const addressOf = ({ sort, isAscending }: HistoryOrder) => ({ sort, order: isAscending ? 'asc' : null });
export const askedFor = ({ sort, isAscending }: HistoryOrder) =>
  sort === null ? {} : ({ sort, ...(isAscending && { order: 'asc' }) } as const);

/** Takes every filter, and the page that they were on, out of the address. */
export const NO_FILTERS = {
  q: null,
  pageId: null,
  platform: null,
  type: null,
  media: null,
  by: null,
  from: null,
  to: null,
  page: null,
  post: null,
} as const;

/** What makes no sense in an address narrows nothing down. */
export function readFilters(search: Search): HistoryFilters {
  const { q = '', pageId = '', type = '', from = '', to = '' } = search;
  return {
    text: q.trim(),
    pageId: /^[1-9]\d{0,14}$/.test(pageId) ? Number(pageId) : null,
    platform: PUBLISH_PLATFORMS.find((platform) => platform === search['platform']) ?? null,
    type: /^[a-z0-9-]{1,50}$/.test(type) ? type : null,
    media: MEDIA_TYPES.find((media) => media === search['media']) ?? null,
    by: (['ai', 'manual'] as const).find((by) => by === search['by']) ?? null,
    from: isDate(from) ? from : null,
    to: isDate(to) ? to : null,
  };
}

export function isNarrowed(filters: HistoryFilters): boolean {
  return (
    filters.text !== '' ||
    [filters.pageId, filters.platform, filters.type, filters.media, filters.by, filters.from, filters.to].some(
      (value) => value !== null,
    )
  );
}

/** Days begin where the person is. */
export function queryOf(
  { text, pageId, platform, type, media, by, from, to }: HistoryFilters,
  timeZone: string,
): NonNullable<CallInput<typeof listPosts>['query']> {
  return {
    ...(text === '' ? {} : { text }),
    ...(pageId === null ? {} : { facebookPageId: pageId }),
    ...(platform === null ? {} : { publishPlatform: platform }),
    ...(type === null ? {} : { contentType: type }),
    ...(media === null ? {} : { mediaType: media }),
    ...(by === null ? {} : { isAiGenerated: by === 'ai' ? 'true' : 'false' }),
    ...(from === null ? {} : { publishedFrom: midnight(from, timeZone) }),
    ...(to === null ? {} : { publishedBefore: midnight(iso(addDays(noon(to), 1)), timeZone) }),
  };
}

/** The days of the month before that of `today`. */
export function lastMonth(today: string): { from: string; to: string } {
  const day = subMonths(noon(today), 1);
  return { from: iso(startOfMonth(day)), to: iso(endOfMonth(day)) };
}

export interface Period {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** @param today `YYYY-MM-DD` where the person is */
export function periodsOf(today: string): readonly Period[] {
  const day = noon(today);
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Last 7 days', from: iso(addDays(day, -6)), to: today },
    { label: 'Last 30 days', from: iso(addDays(day, -29)), to: today },
    { label: 'This month', from: iso(startOfMonth(day)), to: today },
    { label: 'Last month', ...lastMonth(today) },
  ];
}

/** Every type that a screen gives a post, by its name. */
export const CONTENT_TYPES: readonly { value: string; label: string }[] = [
  ...new Set<string>([...GENERATOR_CONTENT_TYPES, ...DASHBOARD_CONTENT_TYPES, 'tech-review']),
]
  .map((value) => ({ value, label: contentTypeLabel(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

function isDate(given: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(noon(given).getTime()) && iso(noon(given)) === given;
}

function midnight(date: string, timeZone: string): string {
  return instantOf(date, '00:00', timeZone)?.at.toISOString() ?? `${date}T00:00:00Z`;
}

/** Noon: no change of the clocks makes another day of it. */
const noon = (date: string) => new Date(`${date}T12:00:00`);
const iso = (day: Date) => format(day, 'yyyy-MM-dd');
