import { moveRelease, SHELL, type ReleaseShare, type RemoteState } from '@pagecast/api/contract';
import { ConfirmDialog } from '@pagecast/shell/kit';
import { robotWarning } from './robot-note.tsx';
import { extentWords } from './share-words.ts';
import type { Release } from './version-row.tsx';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

/**
 * A move as it was asked for: what is released while the question stands does not change it, and the server refuses it
 * then.
 */
export interface Move {
  readonly from: string | null;
  readonly to: Release;
  readonly revision: number;
}

/** Asks once more before everybody gets another version. */
export function MoveDialog({
  remote,
  wanted: { from, to, revision },
  share,
  onClose,
}: {
  remote: RemoteState;
  wanted: Move;
  /** The one that grows. */
  share: ReleaseShare | undefined;
  onClose: () => void;
}) {
  const move = useNotifiedMutation(moveRelease, {
    done: { title: 'Release Changed', description: `${remote.label} now runs version ${to.version}.` },
    failed: 'Failed to Change Release',
    onSettled: onClose,
  });
  const warning = robotWarning(to);
  const message = [
    whatChanges(remote, `${to.version}${from === null ? '' : ` in place of ${from}`}`),
    ...(share !== undefined && share.version !== to.version
      ? [`Version ${share.version} goes to ${extentWords(share)} now. They get ${to.version} too.`]
      : []),
    ...(warning === null ? [] : [warning]),
    ...(to.isTakenBack ? [`Version ${to.version} was taken back before.`] : []),
  ].join('\n\n');
  const body = { version: to.version, revision, ...(warning !== null && { withoutRobot: true }) };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => move.mutate({ params: { name: remote.name }, body })}
      title={`Show ${remote.label} ${to.version}?`}
      confirmLabel="Make Current"
      busy={move.isPending}
      busyLabel="Changing..."
      message={message}
    />
  );
}

function whatChanges({ name, label }: RemoteState, versions: string): string {
  if (name === SHELL)
    return (
      `Anyone who opens or reloads Pagecast from now on gets version ${versions}. ` +
      'Open tabs keep theirs until they are reloaded. No area changes, and no posts are affected.'
    );
  return (
    `Anyone who opens ${label} from now on gets version ${versions}. Open tabs will offer to update. ` +
    'No other area changes, and no posts are affected.'
  );
}
