import type { JSX } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { EverOpen } from './ever-open.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';

const DialogWindow = /* @__PURE__ */ lazyPart(async () => (await import('./dialog-window.tsx')).DialogWindow);

/**
 * A window above the screen; on small screens a sheet from the bottom. Closes by Escape, outside press and its own
 * button.
 */
export function Dialog(props: DialogProps): JSX.Element | false {
  return (
    <EverOpen open={props.open} onClose={props.onClose}>
      <DialogWindow {...props} />
    </EverOpen>
  );
}
