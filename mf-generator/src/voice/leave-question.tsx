import { ConfirmDialog, useLeaveGuard, type Leaving } from '@pagecast/shell/kit';
import { useEffect, useState } from 'react';

/** Asks before unsaved changes are left behind, in the product and at the end of the tab. */
export function LeaveQuestion({ isUnsaved, pageName }: { isUnsaved: boolean; pageName: string }) {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const go = useLeaveGuard(isUnsaved, (to) => {
    setLeaving(to);
    return true;
  });
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return (
    <ConfirmDialog
      open={leaving !== null}
      onClose={() => setLeaving(null)}
      onConfirm={() => {
        setLeaving(null);
        if (leaving !== null) go(leaving);
      }}
      destructive
      title="Leave without saving?"
      message={`Your changes to the voice of ${pageName} aren't saved yet.`}
      confirmLabel="Leave"
    />
  );
}
