import { Button, LateWindow, lazyPart } from '@pagecast/shell/kit';
import { Repeat } from 'lucide-react';
import { useState } from 'react';

/** Its code comes with its first use. */
export const RepeatingDialog = /* @__PURE__ */ lazyPart(
  async () => (await import('./repeating-dialog.tsx')).RepeatingDialog,
);

/** The way to all that repeats. */
export function RepeatingButton() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button icon={<Repeat aria-hidden />} onClick={() => setIsOpen(true)} onPointerEnter={RepeatingDialog.preload}>
        Repeating
      </Button>
      {isOpen && (
        <LateWindow onClose={close}>
          <RepeatingDialog onClose={close} />
        </LateWindow>
      )}
    </>
  );
}
