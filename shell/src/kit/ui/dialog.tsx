import { Suspense, useState } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';

const DialogWindow = /* @__PURE__ */ lazyPart(async () => (await import('./dialog-window.tsx')).DialogWindow);

/**
 * A window above the screen; on small screens a sheet from the bottom. Closes by Escape, outside press and its own
 * button.
 */
export function Dialog(props: DialogProps) {
  const isNeeded = useEverOpen(props.open);
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <DialogWindow {...props} />
      </Suspense>
    )
  );
}

/** Stays true after the first opening, so that closing can be animated. */
export function useEverOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return open || wasOpen;
}
