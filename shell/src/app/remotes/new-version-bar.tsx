import { Sparkles } from 'lucide-react';
import { Button, type HostApi } from '../../kit/index.ts';

/** Quietly offers the version that was released while somebody worked with the one before. */
export function NewVersionBar({ label, notify, onShow }: { label: string; notify: HostApi['notify']; onShow: () => void }) {
  const show = () => {
    if (hasUnsavedWork()) notify({ tone: 'default', title: 'You have unsaved changes', description: 'Save or discard them first. The new version waits.' });
    else onShow();
  };
  return (
    <div role="status" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-surface px-3 py-2">
      <Sparkles aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 grow">There is a new version of {label}.</p>
      <Button size="sm" onClick={show}>Show it</Button>
    </div>
  );
}

/** A screen that would ask before the page goes would lose something. */
function hasUnsavedWork(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}
