import type { SheetPreview, SheetRow } from '@pagecast/api/contract';
import { formatDateTime, IconButton, Pager, Switch } from '@pagecast/shell/kit';
import { CircleAlert, Image, Pencil } from 'lucide-react';
import { useState } from 'react';
import { RowForm, type Mending } from './row-form.tsx';
import type { ShownRows } from './use-sheet-preview.ts';

/** Each row as it will be, with what is wrong beside it. */
export function SheetRows({
  preview: { rows, counts, pagination },
  timeZone,
  shown,
  onShow,
  mending,
}: {
  preview: SheetPreview;
  timeZone: string;
  shown: ShownRows;
  onShow: (shown: ShownRows) => void;
  mending: Mending;
}) {
  const isNarrowed = shown.only === 'problems';
  return (
    <section aria-label="Rows of the sheet">
      {(counts.problems > 0 || isNarrowed) && (
        <Switch
          label="Only rows with problems"
          checked={isNarrowed}
          onCheckedChange={(isOnly) => onShow({ page: 1, ...(isOnly && { only: 'problems' }) })}
          className="mb-2"
        />
      )}
      <ol className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <Row key={row.row} row={row} timeZone={timeZone} mending={mending} />
        ))}
      </ol>
      <Pager
        label="Pages of rows"
        current={pagination.page}
        pages={pagination.pages}
        onPage={(page) => onShow({ ...shown, page })}
      />
    </section>
  );
}

function Row({
  row: { row, pages, text, images, problems, notes, ...time },
  timeZone,
  mending,
}: {
  row: SheetRow;
  timeZone: string;
  mending: Mending;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li
      className={
        'grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-2.5 ' + 'sm:grid-cols-[2.5rem_minmax(0,1fr)_12rem]'
      }
    >
      <span className="text-ink-soft tabular-nums">
        <span className="sr-only">Row </span>
        {row}
      </span>
      <p className="min-w-0">
        <span className="block truncate font-medium">{pages.join(', ') || 'No page'}</span>
        <span dir="auto" className="line-clamp-2 wrap-anywhere text-ink-soft">
          {text || 'No text'}
        </span>
      </p>
      <div className="text-ink-soft max-sm:col-start-2 sm:text-right">
        {whenOf(time, timeZone)}
        {images.length > 0 && (
          <span className="ml-2 inline-flex items-center gap-1">
            <Image aria-hidden className="size-3.5" />
            {images.length} <span className="sr-only">{images.length === 1 ? 'image' : 'images'}</span>
          </span>
        )}
        <IconButton
          label={`Edit row ${row}`}
          icon={<Pencil aria-hidden />}
          aria-expanded={isOpen}
          className="ml-1 align-middle"
          onClick={() => setIsOpen((before) => !before)}
        />
      </div>
      <div className="col-start-2 -col-end-1 empty:hidden">
        {problems.map(({ message }) => (
          <p key={message} className="flex items-start gap-1.5 text-sm wrap-anywhere text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {message}
          </p>
        ))}
        {notes.map((note) => (
          <p key={note} className="text-sm text-ink-soft">
            {note}
          </p>
        ))}
        {isOpen && <RowForm row={row} {...mending} onClose={() => setIsOpen(false)} />}
      </div>
    </li>
  );
}

function whenOf({ scheduledAt, becomes }: Pick<SheetRow, 'scheduledAt' | 'becomes'>, timeZone: string): string {
  if (scheduledAt !== null) return formatDateTime(scheduledAt, timeZone);
  if (becomes === 'slot') return 'Next free slot';
  return becomes === 'draft' ? 'Draft' : 'No time';
}
