import { PROPOSAL_NOTE_LIMIT, type Proposal } from '@pagecast/api/contract';
import { Field, FormDialog, TextArea } from '@pagecast/shell/kit';
import { useState } from 'react';
import type { ProposalActions } from './use-proposal-actions.ts';

interface Props {
  readonly proposal: Proposal;
  readonly actions: ProposalActions;
  readonly onClose: () => void;
}

/** The reason is what the assistant is told. */
export function RejectProposalDialog({ proposal, actions, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Reject Post"
      description={
        proposal.source === 'automation'
          ? "This post won't be published."
          : "This post won't be published. Whoever proposed it reads your reason."
      }
      onClose={onClose}
      onSubmit={() => actions.reject.mutate({ params: { id: proposal.id }, body: { reason } }, { onSuccess: onClose })}
      submitLabel="Reject"
      busy={actions.reject.isPending}
      busyLabel="Rejecting..."
    >
      {proposal.source === 'agent' && (
        <Field label="Reason" hint="Optional">
          <TextArea
            rows={3}
            maxLength={PROPOSAL_NOTE_LIMIT}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      )}
    </FormDialog>
  );
}
