import { useState } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { LateWindow } from '../runtime/late-window.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';

const DialogWindow = /* @__PURE__ */ lazyPart(async () => (await import('./dialog-window.tsx')).DialogWindow);

/**
 * A window above the screen; on small screens a sheet from the bottom. Closes by Escape, outside press and its own
 * button.
 */
export function Dialog(props: DialogProps) {
  const [isNeeded, forget] = useEverOpen(props.open);
  return (
    isNeeded && (
      <LateWindow
        onClose={() => {
          forget();
          props.onClose();
        }}
      >
        <DialogWindow {...props} />
      </LateWindow>
    )
  );
}

/** Stays true after the first opening, so that closing can be animated; or until it is called off. */
export function useEverOpen(open: boolean): [isNeeded: boolean, forget: () => void] {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return [open || wasOpen, () => setWasOpen(false)];
}
