import { Button, lazyPart, LateWindow } from '@pagecast/shell/kit';
import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';

/** Most visits import nothing, and take nothing away. */
const SheetsChoices = /* @__PURE__ */ lazyPart(async () => (await import('./sheets-choices.tsx')).SheetsChoices);
const ImportDialog = /* @__PURE__ */ lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Posts from a spreadsheet, and into one. */
export function SheetsMenu() {
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        ref={button}
        icon={<FileSpreadsheet aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={SheetsChoices.preload}
        onFocus={SheetsChoices.preload}
        onClick={() => {
          setWasOpened(true);
          setAnchor(button.current);
        }}
      >
        Spreadsheet
      </Button>
      {wasOpened && (
        <LateWindow onClose={close}>
          <SheetsChoices
            anchor={anchor}
            onClose={close}
            returnTo={() => button.current}
            onImport={() => setIsImporting(true)}
          />
        </LateWindow>
      )}
      {isImporting && (
        <LateWindow onClose={() => setIsImporting(false)}>
          <ImportDialog onClose={() => setIsImporting(false)} />
        </LateWindow>
      )}
    </>
  );
}
