import { importSheet, type Sheet, type SheetImport, type SheetPreview } from '@pagecast/api/contract';
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
import { WorksheetField } from './worksheet-field.tsx';
import { useSheetPreview } from './use-sheet-preview.ts';

/** What the rows of a sheet become, how they are read, and the button that makes posts of them. */
export function SheetPreviewDialog({
  sheet,
  file,
  onSheet,
  onBack,
  onClose,
}: {
  sheet: Sheet;
  file: File;
  /** Another worksheet of the file takes its place. */
  onSheet: (sheet: Sheet) => void;
  onBack: () => void;
  onClose: () => void;
}) {
  const bring = useImport(onClose);
  const preview = useSheetPreview(sheet, { isImporting: bring.isPending || bring.isSuccess });
  const { reading, query, images } = preview;
  const { data, error, refetch, isFetching } = query;
  const isReady =
    data !== undefined && !isFetching && error === null && data.problems.length === 0 && data.counts.posts > 0;

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
              if (data === undefined) return;
              const input = { params: { id: sheet.id }, body: { reading, ...agreedTo(data) } };
              bring.mutate(input, { onError: () => void refetch() });
            }}
          >
            {labelOf(data)}
          </Button>
        </>
      }
    >
      <PreviewBody sheet={sheet} file={file} preview={preview} onSheet={onSheet} />
    </Dialog>
  );
}

function PreviewBody({
  sheet,
  file,
  preview: { reading, setReading, shown, setShown, query, images, onMended },
  onSheet,
}: {
  sheet: Sheet;
  file: File;
  preview: ReturnType<typeof useSheetPreview>;
  onSheet: (sheet: Sheet) => void;
}) {
  const { data, error, refetch, isPlaceholderData, fetchStatus } = query;
  return (
    <div className="flex flex-col gap-5" aria-busy={isPlaceholderData}>
      {error !== null && <Problem error={error} title="We couldn't check this sheet" onRetry={() => void refetch()} />}
      {data === undefined && fetchStatus === 'paused' && <WaitsForConnection />}
      {data === undefined && error === null && <Skeleton rows={5} />}
      {data !== undefined && (
        <>
          <WorksheetField sheet={sheet} file={file} onSheet={onSheet} />
          <SheetSummary preview={data} images={images} timeZone={reading.timeZone} />
          <ReadingFields columns={sheet.columns} reading={reading} preview={data} onChange={setReading} />
          <SheetRows
            preview={data}
            timeZone={reading.timeZone}
            shown={shown}
            onShow={setShown}
            mending={{ sheetId: sheet.id, columns: reading.columns, onMended }}
          />
        </>
      )}
    </div>
  );
}

/** Makes the posts, and says what was made. */
function useImport(onDone: () => void) {
  const notify = useNotify();
  return useApiMutation(importSheet, {
    onSuccess: (made, { body: { reading } }) => {
      notify({ tone: 'default', ...describe(made, reading.timeZone) });
      onDone();
    },
    onError: (error) => {
      notify({ tone: 'destructive', title: 'Nothing Imported', description: reasonOf(error, 'Try again.') });
    },
  });
}

/** What the screen has told, and its owner agrees to by the button. */
function agreedTo({ counts, importedBefore, mark }: SheetPreview) {
  return {
    posts: counts.posts,
    ...(mark !== undefined && { mark }),
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
