import { Button, useStickyBar } from '@pagecast/shell/kit';
import { Save } from 'lucide-react';

/**
 * Always at hand, however long the list of pages is. Save can be pressed at any time: a button that is off would have
 * to explain itself.
 */
export function SaveBar({
  changes,
  isSaving,
  onSave,
  onDiscard,
}: {
  changes: number;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const bar = useStickyBar('bottom');
  return (
    <div
      ref={bar}
      className={
        'sticky bottom-0 z-20 -mx-4 -mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line ' +
        'bg-canvas px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:-mb-6 md:px-6'
      }
    >
      <Button
        variant={changes > 0 ? 'primary' : 'secondary'}
        icon={<Save aria-hidden />}
        busy={isSaving}
        busyLabel="Saving..."
        onClick={onSave}
      >
        Save
      </Button>
      {changes > 0 && (
        <Button variant="ghost" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <p role="status" className="text-sm text-ink-soft">
        {describeChanges(changes)}
      </p>
    </div>
  );
}

function describeChanges(count: number): string {
  if (count === 0) return 'All settings are saved.';
  return count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
}
