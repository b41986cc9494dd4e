import { SHEET_EXPORT_PATH, SHEET_TEMPLATE_PATH, type SheetExport } from '@pagecast/api/contract';
import { Button, lazyPart, LateWindow, Menu, MenuItem, MenuSeparator, useTimeZone } from '@pagecast/shell/kit';
import { Download, FileSpreadsheet, Upload } from 'lucide-react';
import { useState } from 'react';

/** Most visits import nothing. */
const ImportDialog = /* @__PURE__ */ lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Posts from a spreadsheet, and into one. */
export function SheetsMenu() {
  const timeZone = useTimeZone();
  const [isImporting, setIsImporting] = useState(false);
  const download = (what: SheetExport) =>
    window.location.assign(`${SHEET_EXPORT_PATH}?${new URLSearchParams({ what, timeZone }).toString()}`);
  return (
    <>
      <Menu align="start" trigger={<Button icon={<FileSpreadsheet aria-hidden />}>Spreadsheet</Button>}>
        <MenuItem icon={<Upload aria-hidden />} onSelect={() => setIsImporting(true)}>
          Import posts
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Download aria-hidden />} onSelect={() => download('plan')}>
          Export scheduled posts and drafts
        </MenuItem>
        <MenuItem icon={<Download aria-hidden />} onSelect={() => download('history')}>
          Export published posts
        </MenuItem>
        <MenuItem icon={<Download aria-hidden />} onSelect={() => window.location.assign(SHEET_TEMPLATE_PATH)}>
          Download the template
        </MenuItem>
      </Menu>
      {isImporting && (
        <LateWindow onClose={() => setIsImporting(false)}>
          <ImportDialog onClose={() => setIsImporting(false)} />
        </LateWindow>
      )}
    </>
  );
}
