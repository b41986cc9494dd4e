import type { ComponentProps } from 'react';
import { LateWindow } from '../runtime/late-window.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';
import type { LibraryPickerWindow as Picker } from './library-picker-window.tsx';

const LazyPicker = /* @__PURE__ */ lazyPart(
  async () => (await import('./library-picker-window.tsx')).LibraryPickerWindow,
);

/** Chooses files of the library, in the order in which they are pressed. Its code comes with its first opening. */
export function LibraryPicker(props: ComponentProps<typeof Picker>) {
  return (
    <LateWindow onClose={props.onClose}>
      <LazyPicker {...props} />
    </LateWindow>
  );
}
