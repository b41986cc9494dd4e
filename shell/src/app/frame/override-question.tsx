import type { RemoteRelease } from '@pagecast/api/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/index.ts';
import { confirmOverrides } from '../remotes/confirmed-overrides.ts';
import { withoutOverrides } from './override-address.ts';

/**
 * Names where code would come from before any of it is loaded. Until then, and after Cancel, the released version is
 * there.
 */
export function OverrideQuestion({
  asked,
  reload = () => location.reload(),
}: {
  asked: readonly RemoteRelease[];
  reload?: () => void;
}) {
  const [isOpen, setIsOpen] = useState(asked.length > 0);
  const cancel = () => {
    history.replaceState(history.state, '', withoutOverrides());
    setIsOpen(false);
  };
  const confirm = () => {
    confirmOverrides(asked);
    reload();
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={cancel}
      onConfirm={confirm}
      destructive
      title="Run code that isn't released?"
      confirmLabel="Load it"
      cancelLabel="Use the released version"
      message={
        'The address you opened replaces part of Pagecast with code from the place below. ' +
        "That code can do everything you can do here. Load it only if it's yours."
      }
    >
      <ul className="flex flex-col gap-2">
        {asked.map(({ name, manifestUrl }) => (
          <li key={name} className="rounded-control bg-sunken px-3 py-2 wrap-anywhere">
            {name} from <span className="font-mono text-xs">{manifestUrl}</span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
