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
  /** null: nobody is to have the area any more. */
  readonly to: Release | null;
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
    done: {
      title: 'Release Changed',
      description: to === null ? `${remote.label} was withdrawn.` : `${remote.label} now runs version ${to.version}.`,
    },
    failed: 'Failed to Change Release',
    onSettled: onClose,
  });
  const asked = to === null ? withdrawal(remote, from) : change(remote, { from, to }, share);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => move.mutate({ params: { name: remote.name }, body: { ...asked.body, revision } })}
      title={asked.title}
      confirmLabel={asked.confirmLabel}
      busy={move.isPending}
      busyLabel="Changing..."
      message={asked.message}
    />
  );
}

function change(
  remote: RemoteState,
  { from, to }: { readonly from: string | null; readonly to: Release },
  share: ReleaseShare | undefined,
) {
  const warning = robotWarning(to);
  const message = [
    whatChanges(remote, `${to.version}${from === null ? '' : ` in place of ${from}`}`),
    ...(share !== undefined && share.version !== to.version
      ? [`Version ${share.version} goes to ${extentWords(share)} now. They get ${to.version} too.`]
      : []),
    ...(warning === null ? [] : [warning]),
    ...(to.isTakenBack ? [`Version ${to.version} was taken back before.`] : []),
  ].join('\n\n');
  return {
    title: `Show ${remote.label} ${to.version}?`,
    confirmLabel: 'Make Current',
    message,
    body: { version: to.version, ...(warning !== null && { withoutRobot: true }) },
  };
}

function withdrawal({ label }: RemoteState, from: string | null) {
  return {
    title: `Withdraw ${label}?`,
    confirmLabel: 'Withdraw',
    message:
      `There is no version before ${from}, so ${label} disappears for everyone who opens or reloads Pagecast from ` +
      'now on. Its versions are kept, and you can make one current again. ' +
      'No other area changes, and no posts are affected.',
    body: { version: null },
  };
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
