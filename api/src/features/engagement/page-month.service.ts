import type { PageId } from '../../contract/ids.ts';
import { MONTH_BEST, MONTH_POSTS, type MonthPost, type PageMonth } from '../../contract/results.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import { monthPeriod } from './month-period.ts';
import type { MonthRow, PageMonthRepository, SumsRow } from './page-month.repository.ts';

const EXCERPT_LENGTH = 200;

/** What a page did in a month of its zone. */
export function pageMonths({ months }: { months: PageMonthRepository }) {
  async function pageOf(owner: Owner, pageId: PageId) {
    const page = await months.page(owner, pageId);
    if (page === null) throw new NotFoundError('This page no longer exists.');
    return page;
  }

  return {
    /** @throws NotFoundError when it is no page of the caller */
    async read(owner: Owner, pageId: PageId, month: string): Promise<PageMonth> {
      const { name, timeZone } = await pageOf(owner, pageId);
      const period = monthPeriod(month, timeZone);
      const [rows, days, sums, before] = await Promise.all([
        months.posts(owner, pageId, period, { limit: MONTH_POSTS, textLength: EXCERPT_LENGTH }),
        months.days(owner, pageId, period, timeZone),
        months.sums(owner, pageId, period),
        months.sums(owner, pageId, monthPeriod(month, timeZone, -1)),
      ]);
      const posts = rows.map(postOf);
      const readAt = rows.flatMap((row) => row.readAt?.getTime() ?? []);
      return {
        page: { id: pageId, name },
        month,
        timeZone,
        sums: sumsOf(sums),
        before: before.posts === 0 ? null : sumsOf(before),
        days: period.days.map((date) => days.find((day) => day.date === date) ?? { date, posts: 0, engagement: 0 }),
        posts,
        best: bestOf(posts),
        readFrom: readAt.length === 0 ? null : new Date(Math.min(...readAt)).toISOString(),
        readTo: readAt.length === 0 ? null : new Date(Math.max(...readAt)).toISOString(),
      };
    },

    /** All of them with their whole texts, chunk by chunk. @throws NotFoundError when it is no page of the caller */
    async export(
      owner: Owner,
      pageId: PageId,
      month: string,
    ): Promise<{ timeZone: string; chunks: AsyncIterable<MonthRow[]> }> {
      const { timeZone } = await pageOf(owner, pageId);
      const period = monthPeriod(month, timeZone);
      async function* chunks() {
        for (let offset = 0, isOver = false; !isOver; offset += CHUNK) {
          const rows = await months.posts(owner, pageId, period, { limit: CHUNK, offset, textLength: CELL_LENGTH });
          isOver = rows.length < CHUNK;
          yield rows;
        }
      }
      return { timeZone, chunks: chunks() };
    },
  };
}
export type PageMonths = ReturnType<typeof pageMonths>;

/** Read at once, so that no export holds more than this in memory. */
const CHUNK = 500;
/** A cell of a spreadsheet holds no more. */
const CELL_LENGTH = 32_000;

/** null where nobody knows. */
export function engagementOf({ likes, comments, shares }: MonthRow): number | null {
  return likes === null || comments === null || shares === null ? null : likes + comments + shares;
}

function postOf(row: MonthRow): MonthPost {
  const { id, publishedAt, text, mediaType, permalinkUrl, likes, comments, shares, readAt } = row;
  const facts = { id, publishedAt: publishedAt.toISOString(), excerpt: text, mediaType, permalinkUrl };
  const engagement = engagementOf(row);
  if (engagement === null || likes === null || comments === null || shares === null || readAt === null)
    return { ...facts, figures: null };
  return { ...facts, figures: { likes, comments, shares, engagement, readAt: readAt.toISOString() } };
}

/** A post without any reaction is none of the best. */
function bestOf(posts: readonly MonthPost[]): number[] {
  return posts
    .filter(({ figures }) => figures !== null && figures.engagement > 0)
    .toSorted((one, other) => (other.figures?.engagement ?? 0) - (one.figures?.engagement ?? 0))
    .slice(0, MONTH_BEST)
    .map(({ id }) => id);
}

function sumsOf({ posts, read, likes, comments, shares, engagement, median }: SumsRow): PageMonth['sums'] {
  return { posts, read, likes, comments, shares, engagement, median };
}
