import {
  importSheet,
  type GivenReading,
  type Sheet,
  type SheetImport,
  type SheetPreview,
} from '@pagecast/api/contract';
import {
  Button,
  CancelButton,
  Dialog,
  formatDateTime,
  Problem,
  reasonOf,
  Skeleton,
  useApiMutation,
  useNotify,
  WaitsForConnection,
} from '@pagecast/shell/kit';
import { countOf } from './count-of.ts';
import { ReadingFields } from './reading-fields.tsx';
import { SheetRows } from './sheet-rows.tsx';
import { SheetSummary } from './sheet-summary.tsx';
import { useSheetPreview } from './use-sheet-preview.ts';

/** What the rows of a sheet become, how they are read, and the button that makes posts of them. */
export function SheetPreviewDialog({
  sheet,
  onBack,
  onClose,
}: {
  sheet: Sheet;
  onBack: () => void;
  onClose: () => void;
}) {
  const { reading, setReading, shown, setShown, query, images } = useSheetPreview(sheet);
  const { data, error, refetch, isPlaceholderData, fetchStatus } = query;
  const bring = useImport(reading, { onDone: onClose, onRefused: () => void refetch() });
  const isReady =
    data !== undefined && !isPlaceholderData && error === null && data.problems.length === 0 && data.counts.posts > 0;

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import Posts"
      description={`${sheet.name}: check what each row becomes. Nothing is scheduled yet.`}
      footer={
        <>
          <CancelButton />
          <Button onClick={onBack} disabled={bring.isPending}>
            Choose another file
          </Button>
          <Button
            variant="primary"
            disabled={!isReady || images.left !== null}
            busy={bring.isPending}
            busyLabel="Importing..."
            onClick={() => {
              if (data !== undefined) bring.mutate({ params: { id: sheet.id }, body: { reading, ...agreedTo(data) } });
            }}
          >
            {labelOf(data)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5" aria-busy={isPlaceholderData}>
        {error !== null && (
          <Problem error={error} title="We couldn't check this sheet" onRetry={() => void refetch()} />
        )}
        {data === undefined && fetchStatus === 'paused' && <WaitsForConnection />}
        {data === undefined && error === null && <Skeleton rows={5} />}
        {data !== undefined && (
          <>
            <SheetSummary preview={data} images={images} timeZone={reading.timeZone} />
            <ReadingFields columns={sheet.columns} reading={reading} preview={data} onChange={setReading} />
            <SheetRows preview={data} timeZone={reading.timeZone} shown={shown} onShow={setShown} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Makes the posts, and says what was made. */
function useImport({ timeZone }: GivenReading, { onDone, onRefused }: { onDone: () => void; onRefused: () => void }) {
  const notify = useNotify();
  return useApiMutation(importSheet, {
    onSuccess: (made) => {
      notify({ tone: 'default', ...describe(made, timeZone) });
      onDone();
    },
    onError: (error) => {
      notify({ tone: 'destructive', title: 'Nothing Imported', description: reasonOf(error, 'Try again.') });
      onRefused();
    },
  });
}

/** What the screen has told, and its owner agrees to by the button. */
function agreedTo({ counts, importedBefore }: SheetPreview) {
  return {
    posts: counts.posts,
    ...(counts.problems > 0 && { skipProblems: true }),
    ...(importedBefore !== null && { again: true }),
  };
}

function labelOf(preview: SheetPreview | undefined): string {
  if (preview === undefined || preview.counts.posts === 0) return 'Import';
  const posts = countOf(preview.counts.posts, 'post');
  return preview.importedBefore === null ? `Import ${posts}` : `Import ${posts} again`;
}

function describe({ posts, drafts, skippedRows, firstAt }: SheetImport, timeZone: string) {
  const parts = [
    firstAt === null ? '' : `The first goes out ${formatDateTime(firstAt, timeZone)}.`,
    drafts === 0 ? '' : `${countOf(drafts, 'draft')} without a time.`,
    skippedRows === 0 ? '' : `${countOf(skippedRows, 'row')} left out.`,
  ].filter((part) => part !== '');
  return { title: `${countOf(posts, 'post')} imported`, description: parts.join(' ') };
}
