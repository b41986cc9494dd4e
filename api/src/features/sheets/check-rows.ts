import { createHash } from 'node:crypto';
import type { PageId } from '../../contract/ids.ts';
import type { SheetReading } from '../../contract/sheets.ts';
import { inZone } from '../../http/in-zone.ts';
import { PAST_TOLERANCE_MS } from '../posts/post-preconditions.ts';
import { distances } from './distances.ts';
import type { ImageName } from './image-cells.ts';
import { IMAGE_WORDS, type FoundImage } from './image-words.ts';
import type { ReadRow, RowProblem } from './read-row.ts';

/** What a row becomes. */
export interface CheckedRow {
  readonly row: ReadRow;
  readonly becomes: 'scheduled' | 'draft' | 'slot';
  readonly pageIds: readonly PageId[];
  readonly mediaIds: readonly number[];
  readonly problems: readonly RowProblem[];
  readonly notes: readonly string[];
  /** Tells rows that say the same, whichever file they are in. */
  readonly hash: string;
  /** Of a program's row: it is there already, or looks like something that is. */
  readonly known?: 'same' | 'alike';
}

/** What is known beside the sheet. */
export interface Facts {
  readonly reading: SheetReading;
  readonly now: Date;
  readonly timeZone: string;
  readonly spacingMinutes: number;
  /** Times at which pages have posts. */
  readonly taken: ReadonlyMap<PageId, readonly Date[]>;
  imageOf(image: ImageName): FoundImage;
}

/**
 * Checks rows in the order of the sheet: of two that are too close to each other the first one counts, unless it cannot
 * be imported itself.
 */
export function rowChecker(facts: Facts): (row: ReadRow) => CheckedRow {
  const kept = distances(facts.taken, facts.spacingMinutes);
  /** Which row took a time. */
  const rows = new Map<string, number>();
  const mark = (pageId: PageId, at: Date) => `${pageId}/${at.getTime()}`;

  return (row) => {
    const problems: RowProblem[] = [...row.problems];
    const images = row.images.map((image) => [image, facts.imageOf(image)] as const);
    problems.push(...imageProblems(images));
    const pageIds = row.pages.flatMap(({ id }) => id ?? []);
    const at = row.when.kind === 'at' ? row.when.at : null;
    if (at !== null && at.getTime() < facts.now.getTime() - PAST_TOLERANCE_MS)
      problems.push({ field: 'date', message: `${shown(at)} has already passed. Choose a later time.` });
    else if (at !== null && facts.reading.tooClose !== 'allow') problems.push(...closeProblems(row, at));
    if (at !== null && problems.length === 0)
      for (const pageId of pageIds) {
        kept.take(pageId, at);
        rows.set(mark(pageId, at), row.number);
      }
    return {
      row,
      becomes: becomes(row),
      pageIds,
      mediaIds: images.flatMap(([, found]) => ('mediaId' in found ? [found.mediaId] : [])),
      problems,
      notes: notesOf(row),
      hash: hashOf(row, pageIds),
    };
  };

  function closeProblems({ pages }: ReadRow, at: Date): RowProblem[] {
    return pages.flatMap(({ id, name }) => {
      const other = id === null ? null : kept.near(id, at);
      if (id === null || other === null) return [];
      const row = rows.get(mark(id, other));
      const which =
        row === undefined ? `${name} has a post at ${shown(other)}` : `${name} has row ${row} at ${shown(other)}`;
      return [{ field: 'time' as const, message: `${which}. Leave ${facts.spacingMinutes} minutes between posts.` }];
    });
  }

  function becomes({ when }: ReadRow): CheckedRow['becomes'] {
    if (when.kind !== 'untimed') return 'scheduled';
    return facts.reading.untimed === 'slot' ? 'slot' : 'draft';
  }

  function notesOf({ when }: ReadRow): string[] {
    if (when.kind === 'at') return when.note === undefined ? [] : [when.note];
    if (when.kind !== 'untimed') return [];
    if (facts.reading.untimed === 'slot')
      return [when.from === null ? 'No time: takes the next free slot.' : 'No time: takes a free slot of that day.'];
    return [
      when.from === null ? 'No time: becomes a draft.' : 'A date without a time: becomes a draft without a date.',
    ];
  }

  function shown(at: Date): string {
    return inZone(at, facts.timeZone, facts.now);
  }
}

/** Each image that cannot be used is named once. */
function imageProblems(images: readonly (readonly [ImageName, FoundImage])[]): RowProblem[] {
  const messages = images.flatMap(([image, found]) => ('flaw' in found ? [IMAGE_WORDS[found.flaw](image)] : []));
  return [...new Set(messages)].map((message) => ({ field: 'image', message }));
}

function hashOf({ text, when, images }: ReadRow, pageIds: readonly PageId[]): string {
  const at = when.kind === 'at' ? when.at.getTime() : null;
  return createHash('sha256')
    .update(JSON.stringify([pageIds.toSorted((a, b) => a - b), text.trim(), at, images]))
    .digest('base64')
    .slice(0, 22);
}
