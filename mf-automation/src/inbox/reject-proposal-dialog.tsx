import { PROPOSAL_NOTE_LIMIT, REJECTION_KINDS, type Proposal, type RejectionKind } from '@pagecast/api/contract';
import { Field, FormDialog, TextArea } from '@pagecast/shell/kit';
import { useRef, useState } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { REJECTION_LABELS } from './rejection-labels.ts';
import type { ProposalActions } from './use-proposal-actions.ts';

interface Props {
  /** As it is by now. */
  readonly proposal: Proposal;
  readonly actions: ProposalActions;
  readonly onRejected: (verdict: { readonly kind: RejectionKind; readonly reason: string }) => void;
  readonly onClose: () => void;
}

/** What is asked about each kind, where there is more to ask than what was wrong. */
const ASKED: Readonly<Record<RejectionKind, string>> = {
  tone: 'What should it sound like?',
  words: 'Which words? Separate them with commas.',
  facts: 'What is true instead?',
  repeats: 'What does it repeat?',
  time: 'Which time would be better?',
  topic: 'What should it be about?',
  other: 'Your reason',
};

/**
 * The reason is what whoever proposed it is told, and what the AI avoids from then on. It is said against what was
 * read: what changed meanwhile is shown first.
 */
export function RejectProposalDialog({ proposal, actions, onRejected, onClose }: Props) {
  const [kind, setKind] = useState<RejectionKind | null>(null);
  const [reason, setReason] = useState('');
  const [read, setRead] = useState(proposal.contentHash);
  const goOn = useRef<HTMLButtonElement>(null);
  const words = reason.trim();
  const isOther = read !== proposal.contentHash;

  function reject() {
    if (kind === null) return;
    if (isOther) return goOn.current?.focus();
    const body = { kind, reason: words === '' ? null : words, contentHash: read };
    actions.reject.mutate(
      { params: { id: proposal.id }, body },
      { onSuccess: () => onRejected({ kind, reason: words }) },
    );
  }

  return (
    <FormDialog
      title="Reject Post"
      description={
        proposal.source === 'automation'
          ? "This post won't be published. The AI avoids the same from now on."
          : "This post won't be published. Whoever proposed it reads your reason, and the AI avoids the same."
      }
      onClose={onClose}
      onSubmit={reject}
      submitLabel="Reject"
      busy={actions.reject.isPending}
      busyLabel="Rejecting..."
      missing={missingOf(kind, words)}
    >
      <Kinds value={kind} onValueChange={setKind} />
      {kind !== null && (
        <Field label={ASKED[kind]} {...(kind !== 'other' && { hint: 'Optional' })}>
          <TextArea
            rows={3}
            maxLength={PROPOSAL_NOTE_LIMIT}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      )}
      {isOther && (
        <ChangedMeanwhile
          ref={goOn}
          title="This post has changed since you read it"
          proposal={proposal}
          still="Your reason is still here, and nothing is rejected yet."
          seenLabel="Continue with this version"
          onSeen={() => setRead(proposal.contentHash)}
        />
      )}
    </FormDialog>
  );
}

function Kinds({
  value,
  onValueChange,
}: {
  value: RejectionKind | null;
  onValueChange: (kind: RejectionKind) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">What's wrong with it?</legend>
      <div className="grid grid-cols-1 gap-x-4 min-[360px]:grid-cols-2">
        {REJECTION_KINDS.map((one) => (
          <label key={one} className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <input
              type="radio"
              name="kind"
              className="size-4 shrink-0 accent-accent"
              checked={value === one}
              onChange={() => onValueChange(one)}
            />
            {REJECTION_LABELS[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function missingOf(kind: RejectionKind | null, words: string): string | null {
  if (kind === null) return 'Choose a reason.';
  return kind === 'other' && words === '' ? 'Write your reason.' : null;
}
