import { FACEBOOK_TEXT_LIMIT, PROPOSAL_NOTE_LIMIT, type Proposal } from '@pagecast/api/contract';
import { Field, FormDialog, TextArea } from '@pagecast/shell/kit';
import { useState } from 'react';
import type { ProposalActions } from './use-proposal-actions.ts';

interface Props {
  readonly proposal: Proposal;
  readonly actions: ProposalActions;
  readonly onClose: () => void;
}

/** Changes the text that was read: one that changed meanwhile is not overwritten. */
export function EditProposalDialog({ proposal, actions, onClose }: Props) {
  const [content, setContent] = useState(proposal.content);
  const [problem, setProblem] = useState<string | null>(null);
  const [contentHash] = useState(proposal.contentHash);

  function save() {
    if (content.trim() === '') return setProblem('Write something, or reject this post.');
    if (content.length > FACEBOOK_TEXT_LIMIT)
      return setProblem(`Keep it to ${FACEBOOK_TEXT_LIMIT.toLocaleString('en')} characters.`);
    actions.change.mutate({ params: { id: proposal.id }, body: { content, contentHash } }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title="Edit Post"
      description={
        proposal.may?.decide === false
          ? 'Nothing is published before it is approved.'
          : 'Nothing is published yet. You approve it afterwards.'
      }
      onClose={onClose}
      onSubmit={save}
      submitLabel="Save Changes"
      busy={actions.change.isPending}
    >
      <Field label="Text" error={problem}>
        <TextArea
          autosize
          rows={8}
          dir="auto"
          className="max-h-80"
          value={content}
          onChange={(event) => {
            setContent(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </Field>
    </FormDialog>
  );
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
