import type { Sheet } from '@pagecast/api/contract';
import { ChoiceField, reasonOf } from '@pagecast/shell/kit';
import { useMutation } from '@tanstack/react-query';
import { sendSheet } from './send-sheet.ts';

/** Which worksheet of a workbook is imported, where it has several. */
export function WorksheetField({
  sheet: { worksheets = [], worksheet = 1 },
  file,
  onSheet,
}: {
  sheet: Sheet;
  file: File;
  onSheet: (sheet: Sheet) => void;
}) {
  const { mutate, isPending, error, variables } = useMutation({ mutationFn: sendSheet, onSuccess: onSheet });
  if (worksheets.length < 2) return null;
  const numbers = worksheets.map((_, place) => String(place + 1));
  return (
    <div className="flex flex-col gap-1">
      <ChoiceField
        label="Worksheet"
        value={String(isPending ? variables.worksheet : worksheet)}
        onValueChange={(number) => {
          if (!isPending) mutate({ file, worksheet: Number(number) });
        }}
        options={numbers}
        nameOf={(number) => worksheets[Number(number) - 1] ?? number}
      />
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isPending ? 'Reading this worksheet…' : ''}
      </p>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {error === null ? '' : reasonOf(error, "We couldn't read this worksheet. Choose the file again.")}
      </p>
    </div>
  );
}
