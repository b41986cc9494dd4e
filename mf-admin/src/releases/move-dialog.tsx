import { moveRelease, type RemoteState } from '@pagecast/api/contract';
import { ConfirmDialog, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';

/** Asks once more before everybody gets another version. */
export function MoveDialog({ remote, from, to, onClose }: { remote: RemoteState; from: string | null; to: string; onClose: () => void }) {
  const notify = useNotify();
  const move = useApiMutation(moveRelease, {
    onSuccess: () => notify({ tone: 'default', title: 'Release Changed', description: `${remote.label} is ${to} from now on.` }),
    onError: (error) => notify({ tone: 'destructive', title: 'Failed to Change Release', description: reasonOf(error, 'Please try again.') }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open onClose={onClose} onConfirm={() => move.mutate({ params: { name: remote.name }, body: { version: to, revision: remote.revision } })}
      title={`Show ${remote.label} ${to}?`} confirmLabel="Make Current" busy={move.isPending} busyLabel="Changing..."
      message={`Everybody who opens ${remote.label} gets version ${to}${from === null ? '' : ` in place of ${from}`}. No other area changes, and no post is touched.`}
    />
  );
}
