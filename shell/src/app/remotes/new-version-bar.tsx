import { Info, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type HostApi } from '../../kit/index.ts';

/** Quietly offers the version that was released while somebody worked with the one before. */
export function NewVersionBar({
  label,
  notify,
  onShow,
}: {
  label: string;
  notify: HostApi['notify'];
  onShow: () => void;
}) {
  const show = () => {
    if (hasUnsavedWork())
      notify({
        tone: 'default',
        title: 'You have unsaved changes',
        description: 'Save or discard them first. The new version will wait.',
      });
    else onShow();
  };
  return (
    <Bar
      icon={<Sparkles aria-hidden />}
      action={
        <Button size="sm" onClick={show}>
          Show it
        </Button>
      }
    >
      There is a new version of {label}.
    </Bar>
  );
}

/** Says that a page was taken back while somebody worked on it. There is no other version of it to show. */
export function TakenPageBar({ label }: { label: string }) {
  return (
    <Bar icon={<Info aria-hidden />}>
      {label} was withdrawn and is no longer in the sidebar. It stays here until you leave.
    </Bar>
  );
}

function Bar({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className={
        'mb-4 flex items-center gap-3 rounded-control border border-line bg-surface px-3 py-2 [&>svg]:size-4 ' +
        '[&>svg]:shrink-0 [&>svg]:text-accent'
      }
    >
      {icon}
      <p className="min-w-0 grow">{children}</p>
      {action}
    </div>
  );
}

/** A screen that would ask before the page goes would lose something. */
function hasUnsavedWork(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}
