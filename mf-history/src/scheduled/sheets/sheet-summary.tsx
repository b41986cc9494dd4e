import type { SheetPreview } from '@pagecast/api/contract';
import { Button, formatDateTime, ProgressBar, reasonOf } from '@pagecast/shell/kit';
import { CircleAlert, CircleCheck, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf } from './count-of.ts';
import type { ImagesFetched } from './use-sheet-images.ts';

/** What the sheet comes to, and what its owner should know before the button is pressed. */
export function SheetSummary({
  preview: { counts, problems, images, importedBefore },
  images: fetched,
  timeZone,
}: {
  preview: SheetPreview;
  images: ImagesFetched;
  timeZone: string;
}) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex items-start gap-2 font-medium">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        {describe(counts)}
      </p>
      {problems.map(({ message }) => (
        <Warning key={message}>{message}</Warning>
      ))}
      {counts.problems > 0 && (
        <Warning>
          {counts.problems === 1 ? '1 row has a problem and is left out.' : ''}
          {counts.problems > 1 ? `${countOf(counts.problems, 'row')} have problems and are left out.` : ''}
        </Warning>
      )}
      {importedBefore !== null && <ImportedBefore before={importedBefore} timeZone={timeZone} />}
      <Images total={images.total} fetched={fetched} />
    </div>
  );
}

function ImportedBefore({
  before: { at, rows, isSameFile },
  timeZone,
}: {
  before: NonNullable<SheetPreview['importedBefore']>;
  timeZone: string;
}) {
  const some = `${countOf(rows, 'row')} of this sheet ${rows === 1 ? 'was' : 'were'} imported before`;
  return (
    <p className="flex items-start gap-2 text-warn">
      <History aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {isSameFile ? 'You imported this file before' : some}, on {formatDateTime(at, timeZone)}. Importing again makes
        the posts a second time.
      </span>
    </p>
  );
}

function Images({ total, fetched: { left, error, retry } }: { total: number; fetched: ImagesFetched }) {
  if (error !== null)
    return (
      <div className="flex flex-wrap items-center gap-3 text-bad">
        <p>{reasonOf(error, "We couldn't fetch the images.")}</p>
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  if (left === null) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-soft">Fetching images: {countOf(left, 'image')} left</p>
      <ProgressBar label="Images fetched" value={total - left} max={Math.max(total, 1)} className="w-full" />
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

function describe({ posts, scheduled, drafts, slots }: SheetPreview['counts']): string {
  if (posts === 0) return 'No row can be imported yet.';
  const parts = [
    scheduled === 0 ? '' : `${scheduled.toLocaleString('en')} scheduled`,
    slots === 0 ? '' : `${slots.toLocaleString('en')} at free slots`,
    drafts === 0 ? '' : countOf(drafts, 'draft'),
  ].filter((part) => part !== '');
  return `${countOf(posts, 'post')}: ${parts.join(', ')}`;
}
