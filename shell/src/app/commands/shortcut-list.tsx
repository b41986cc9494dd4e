import { useState } from 'react';
import { Dialog, letterShortcuts, Switch } from '../../kit/index.ts';
import type { Command } from './area-commands.ts';
import { Keys } from './keys.tsx';

/** Every shortcut there is: those of the shell, and those that the areas bring. */
export function ShortcutList({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [areOn, setAreOn] = useState(letterShortcuts.areOn);
  const toggle = (next: boolean) => {
    letterShortcuts.set(next);
    setAreOn(next);
  };
  const rows = [
    { title: 'Search and commands', shortcut: 'Ctrl+K or ⌘K' },
    { title: 'Keyboard shortcuts', shortcut: '?' },
    ...commands.filter(({ shortcut }) => shortcut !== undefined),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Press two letters one after the other. They do nothing while you type."
    >
      <dl className="flex flex-col divide-y divide-line">
        {rows.map(({ title, shortcut = '' }) => (
          <div key={title} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
            <dt className="min-w-0 wrap-anywhere">{title}</dt>
            <dd className="shrink-0">
              <Keys of={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch label="Use letters and ? as shortcuts in this browser" checked={areOn} onCheckedChange={toggle} />
    </Dialog>
  );
}
