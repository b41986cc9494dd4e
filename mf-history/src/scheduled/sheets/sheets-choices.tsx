import { SHEET_EXPORT_PATH, SHEET_TEMPLATE_PATH, type SheetExport } from '@pagecast/api/contract';
import { AnchoredMenu, MenuItem, MenuSeparator, useTimeZone } from '@pagecast/shell/kit';
import { Download, Upload } from 'lucide-react';
import type { ComponentProps } from 'react';

type Placement = Pick<ComponentProps<typeof AnchoredMenu>, 'anchor' | 'onClose' | 'returnTo'>;

/** What can be done with spreadsheets. */
export function SheetsChoices({ onImport, ...placement }: Placement & { onImport: () => void }) {
  const timeZone = useTimeZone();
  const download = (what: SheetExport) =>
    window.location.assign(`${SHEET_EXPORT_PATH}?${new URLSearchParams({ what, timeZone }).toString()}`);
  return (
    <AnchoredMenu {...placement} side="bottom" label="Spreadsheet">
      <MenuItem icon={<Upload aria-hidden />} onSelect={onImport}>
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
    </AnchoredMenu>
  );
}
