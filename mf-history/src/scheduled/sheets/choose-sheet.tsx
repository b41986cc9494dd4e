import { SHEET_TEMPLATE_PATH, type Sheet } from '@pagecast/api/contract';
import { Button, cn, Field, Problem, TextArea } from '@pagecast/shell/kit';
import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet, LoaderCircle } from 'lucide-react';
import { useId, useState, type ClipboardEvent, type DragEvent } from 'react';
import { sendSheet } from './send-sheet.ts';

const PASTED = 'Pasted rows';
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values';

/** Takes a file by the system's dialog, by dropping and by the keyboard; or rows that were copied in a spreadsheet. */
export function ChooseSheet({ onSheet }: { onSheet: (sheet: Sheet, file: File) => void }) {
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: sendSheet,
    onSuccess: (sheet, { file }) => onSheet(sheet, file),
  });
  const send = (file: File | undefined) => {
    if (file !== undefined && !isPending) mutate({ file });
  };
  return (
    <div className="flex flex-col gap-4">
      {error !== null && (
        <Problem
          error={error}
          title="We couldn't read this file"
          {...(variables !== undefined && { onRetry: () => send(variables.file) })}
        />
      )}
      <SheetDropZone isBusy={isPending} onFile={send} />
      <PastedRows onRows={(rows) => send(new File([rows], PASTED))} />
      <p className="text-ink-soft">
        Don&apos;t have one yet?{' '}
        <a href={SHEET_TEMPLATE_PATH} download className="font-medium text-accent underline underline-offset-2">
          Download the template
        </a>{' '}
        and fill it in.
      </p>
    </div>
  );
}

function SheetDropZone({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File | undefined) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const Icon = isBusy ? LoaderCircle : FileSpreadsheet;

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={cn(
        'relative flex min-h-36 flex-col items-center justify-center gap-1 rounded-card border border-dashed ' +
          'border-line-strong bg-sunken px-4 py-6 text-center transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver && 'border-accent bg-accent-soft',
      )}
      onDragEnter={(event) => setOver(event.dataTransfer.types.includes('Files'))}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      <Icon aria-hidden className={cn('mb-1 size-8 stroke-1 text-ink-soft', isBusy && 'animate-spin')} />
      <label htmlFor={id} className="font-medium" role={isBusy ? 'status' : undefined}>
        {isBusy ? (
          'Reading your file…'
        ) : (
          <>
            <span className="text-accent underline underline-offset-2">Choose a file</span>, or drop it here
          </>
        )}
      </label>
      <p id={`${id}hint`} className="max-w-[48ch] text-xs text-ink-soft">
        CSV or Excel (.xlsx), up to 5,000 rows and 10 MB. Give page, text, date and time a column each. Images and links
        can have one too.
      </p>
      <input
        id={id}
        type="file"
        accept={ACCEPTED}
        disabled={isBusy}
        aria-describedby={`${id}hint`}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}

/** Keyboards of phones put rows in without pasting; rows may be typed, too. */
function PastedRows({ onRows }: { onRows: (rows: string) => void }) {
  const [typed, setTyped] = useState('');

  function handlePaste(event: ClipboardEvent) {
    const rows = event.clipboardData.getData('text/plain');
    if (rows.trim() === '' || typed !== '') return;
    event.preventDefault();
    onRows(rows);
  }

  return (
    <>
      <Field label="Or paste rows from a spreadsheet" hint="Copy the cells with their headings, then paste them here.">
        <TextArea
          rows={2}
          className="min-h-11"
          value={typed}
          onPaste={handlePaste}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      {typed.trim() !== '' && (
        <Button size="sm" className="self-start" onClick={() => onRows(typed)}>
          Read these rows
        </Button>
      )}
    </>
  );
}
