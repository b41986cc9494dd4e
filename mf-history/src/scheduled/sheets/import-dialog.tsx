import type { Sheet } from '@pagecast/api/contract';
import { CancelButton, Dialog } from '@pagecast/shell/kit';
import { useState } from 'react';
import { ChooseSheet } from './choose-sheet.tsx';
import { SheetPreviewDialog } from './sheet-preview-dialog.tsx';

/** Posts from a spreadsheet: a file first, then what each row becomes. Nothing is made before that is confirmed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  if (sheet !== null)
    return <SheetPreviewDialog key={sheet.id} sheet={sheet} onBack={() => setSheet(null)} onClose={onClose} />;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import Posts"
      description="One row for each post. You see what each row becomes before anything is scheduled."
      footer={<CancelButton />}
    >
      <ChooseSheet onSheet={setSheet} />
    </Dialog>
  );
}
