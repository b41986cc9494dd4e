import type { ReactNode } from 'react';
import { useAnyNotify } from './host.tsx';
import { MissingBoundary } from './missing-boundary.tsx';

interface LateWindowProps {
  /** Closes it, so that whatever opens it can be pressed again. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A window whose code comes as a late part (`lazyPart`). Where that fails to come, people are told why nothing opened,
 * and the screen below stays as it is.
 */
export function LateWindow({ onClose, children }: LateWindowProps) {
  const notify = useAnyNotify();
  const handleMissing = () => {
    notify({
      tone: 'destructive',
      title: navigator.onLine ? "This didn't open" : "You're offline",
      description: navigator.onLine
        ? 'Check your connection and try again.'
        : "You can open this when you're back online.",
    });
    onClose();
  };
  return <MissingBoundary onMissing={handleMissing}>{children}</MissingBoundary>;
}
