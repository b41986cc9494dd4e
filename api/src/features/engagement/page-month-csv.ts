import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { CSV_MARK, csvLine } from '../../http/csv.ts';
import type { MonthRow } from './page-month.repository.ts';
import { engagementOf } from './page-month.service.ts';

/** The posts of a month as CSV, the earliest first. An empty cell is a number that nobody could read. */
export async function* pageMonthCsv(
  chunks: AsyncIterable<readonly MonthRow[]>,
  timeZone: string,
): AsyncGenerator<string> {
  const columns = [
    `Published (${timeZone})`,
    'Text',
    'Kind',
    'Address',
    'Likes',
    'Comments',
    'Shares',
    'Total engagement',
    `Read at (${timeZone})`,
  ];
  yield `${CSV_MARK}${csvLine(columns)}`;
  for await (const rows of chunks) yield rows.map((row) => lineOf(row, timeZone)).join('');
}

function lineOf(row: MonthRow, timeZone: string): string {
  const local = (at: Date | null) => (at === null ? '' : format(new TZDate(at, timeZone), 'yyyy-MM-dd HH:mm'));
  return csvLine([
    local(row.publishedAt),
    row.text,
    row.mediaType,
    row.permalinkUrl ?? '',
    row.likes,
    row.comments,
    row.shares,
    engagementOf(row),
    local(row.readAt),
  ]);
}
