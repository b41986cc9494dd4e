import { Button, LateWindow, lazyPart, useSearch } from '@pagecast/shell/kit';
import { Repeat } from 'lucide-react';
import { useState } from 'react';

/** Its code comes with its first use. */
export const RepeatingDialog = /* @__PURE__ */ lazyPart(
  async () => (await import('./repeating-dialog.tsx')).RepeatingDialog,
);

/** The way to all that repeats; a notification leads to one of them by its address. */
export function RepeatingButton() {
  const [search, setSearch] = useSearch();
  const [isPressed, setIsPressed] = useState(false);
  const named = search['repeating'];
  const close = () => {
    setIsPressed(false);
    if (named !== undefined) setSearch({ repeating: null }, { replace: true });
  };
  return (
    <>
      <Button icon={<Repeat aria-hidden />} onClick={() => setIsPressed(true)} onPointerEnter={RepeatingDialog.preload}>
        Repeating
      </Button>
      {(isPressed || named !== undefined) && (
        <LateWindow onClose={close}>
          <RepeatingDialog {...(named !== undefined && { shownId: Number(named) })} onClose={close} />
        </LateWindow>
      )}
    </>
  );
}
