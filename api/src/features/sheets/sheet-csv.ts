import { tzOffset } from '@date-fns/tz/tzOffset';
import type { SheetExport } from '../../contract/sheets.ts';
import type { Owner } from '../../db/owner.ts';
import { CSV_MARK, csvLine } from '../../http/csv.ts';
import type { ExportedPost, sheetExportsRepository } from './sheet-exports.repository.ts';

/** Names that `columns.ts` knows: what is exported can be imported. */
const IMPORTED = ['Page', 'Date', 'Time', 'Time zone', 'Text', 'Image', 'Image description', 'Link'];
const EXPORTED = [...IMPORTED.slice(0, -1), 'Status', 'Exact time', 'Page ID', 'Post ID', 'Facebook address'];
const REACTIONS = ['Likes', 'Comments', 'Shares'];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Posts of an owner as CSV, chunk by chunk. @param timeZone of the times in it */
export async function* postsCsv(
  exports: ReturnType<typeof sheetExportsRepository>,
  owner: Owner,
  { what, timeZone }: { what: SheetExport; timeZone: string },
): AsyncGenerator<string> {
  yield CSV_MARK + csvLine([...EXPORTED, ...(what === 'history' ? REACTIONS : [])]);
  for await (const posts of exports.chunks(owner, what))
    yield posts.map((post) => csvLine(cellsOf(post, what, timeZone))).join('');
}

function cellsOf(post: ExportedPost, what: SheetExport, timeZone: string): (string | number | null)[] {
  const local = post.at === null ? null : localTime(post.at, timeZone);
  return [
    post.page,
    local?.date ?? null,
    local?.time ?? null,
    local === null ? null : timeZone,
    post.content,
    post.images.filter((name) => name !== '').join('; '),
    post.altText,
    post.status,
    local?.exact ?? null,
    post.pageId,
    String(post.id),
    post.permalinkUrl,
    ...(what === 'history' ? [post.likes, post.comments, post.shares] : []),
  ];
}

/** What calendar and clock show there, and the instant with its offset. */
function localTime(at: Date, timeZone: string): { date: string; time: string; exact: string } {
  const offset = tzOffset(timeZone, at);
  const wall = new Date(at.getTime() + offset * MINUTE_MS).toISOString();
  const [date, time] = [wall.slice(0, 10), wall.slice(11, 16)];
  const distance = new Date(Math.abs(offset) * MINUTE_MS).toISOString().slice(11, 16);
  return { date, time, exact: `${wall.slice(0, 19)}${offset < 0 ? '-' : '+'}${distance}` };
}

/** An example in each column. @param page one of the owner's, if any */
export function templateCsv({ page, timeZone, now }: { page: string | null; timeZone: string; now: Date }): string {
  const day = (days: number) => localTime(new Date(now.getTime() + days * DAY_MS), timeZone).date;
  const name = page ?? 'My page';
  return (
    CSV_MARK +
    csvLine(IMPORTED) +
    csvLine([name, day(1), '09:00', timeZone, 'Write your post here.', null, null, null]) +
    csvLine([name, day(2), '18:30', timeZone, 'A post with a link below it.', null, null, 'https://example.com'])
  );
}
