import type { Sheet } from '@pagecast/api/contract';
import { CancelButton, Dialog } from '@pagecast/shell/kit';
import { useState } from 'react';
import { ChooseSheet } from './choose-sheet.tsx';
import { SheetPreviewDialog } from './sheet-preview-dialog.tsx';

/** A sheet as it was read, and the file that it came from. */
interface ReadFile {
  readonly sheet: Sheet;
  readonly file: File;
}

/** Posts from a spreadsheet: a file first, then what each row becomes. Nothing is made before that is confirmed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [read, setRead] = useState<ReadFile | null>(null);
  if (read !== null)
    return (
      <SheetPreviewDialog
        key={read.sheet.id}
        {...read}
        onSheet={(sheet) => setRead({ ...read, sheet })}
        onBack={() => setRead(null)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import Posts"
      description="One row for each post. You see what each row becomes before anything is scheduled."
      footer={<CancelButton />}
    >
      <ChooseSheet onSheet={(sheet, file) => setRead({ sheet, file })} />
    </Dialog>
  );
}
