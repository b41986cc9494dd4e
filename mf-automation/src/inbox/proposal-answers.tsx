import type { Proposal } from '@pagecast/api/contract';
import { Button } from '@pagecast/shell/kit';
import type { Ref } from 'react';
import { isTakenBack, mayChange, mayDecide } from './may.ts';
import type { ProposalActions } from './use-proposal-actions.ts';

export type ProposalDialogKind = 'edit' | 'reject';

interface Props {
  readonly proposal: Proposal;
  readonly actions: ProposalActions;
  readonly ref?: Ref<HTMLDivElement>;
  readonly onApprove: () => void;
  readonly onOpen: (kind: ProposalDialogKind) => void;
  readonly onWithdrawn: () => void;
}

/** Below all that they answer, and never above it: nobody approves a post before it was in view. */
export function ProposalAnswers({ proposal, actions, ref, onApprove, onOpen, onWithdrawn }: Props) {
  const name = `the post for ${proposal.pageName ?? 'its page'}`;
  const canDecide = mayDecide(proposal);
  const canChange = mayChange(proposal);
  if (!canDecide && !canChange) return null;
  return (
    <div ref={ref} className="mt-auto flex flex-wrap gap-2 pt-4 max-sm:*:grow">
      {canDecide && (
        <Button
          variant="primary"
          busy={actions.approve.isPending}
          busyLabel="Approving..."
          aria-label={`Approve ${name}`}
          aria-keyshortcuts="a"
          onClick={onApprove}
        >
          Approve
        </Button>
      )}
      {canChange && (
        <Button aria-label={`Edit ${name}`} aria-keyshortcuts="e" onClick={() => onOpen('edit')}>
          Edit
        </Button>
      )}
      {canDecide && (
        <Button aria-label={`Reject ${name}`} aria-keyshortcuts="r" onClick={() => onOpen('reject')}>
          Reject
        </Button>
      )}
      {!canDecide && canChange && !isTakenBack(proposal) && (
        <Button
          aria-label={`Withdraw ${name}`}
          busy={actions.withdraw.isPending}
          busyLabel="Withdrawing..."
          onClick={() => actions.withdraw.mutate({ params: { id: proposal.id } }, { onSuccess: onWithdrawn })}
        >
          Withdraw
        </Button>
      )}
    </div>
  );
}
