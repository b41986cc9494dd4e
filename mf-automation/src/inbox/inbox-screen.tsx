import { listProposals, type Proposal } from '@pagecast/api/contract';
import {
  apiQuery,
  ButtonLink,
  Pager,
  Problem,
  ScreenHeading,
  SegmentedControl,
  Skeleton,
  useSearch,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProposalCard, type ProposalDialogKind } from './proposal-card.tsx';
import { EditProposalDialog } from './edit-proposal-dialog.tsx';
import { RejectProposalDialog } from './proposal-dialogs.tsx';
import { useProposalActions } from './use-proposal-actions.ts';

const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const;
type Shown = (typeof STATES)[number]['value'];

/** What waits for a person: posts that assistants propose, and drafts of automation. */
export function InboxScreen() {
  const [search, setSearch] = useSearch();
  const state: Shown = search['inbox'] === 'decided' ? 'decided' : 'waiting';
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1);
  const { data, error, refetch } = useQuery(apiQuery(listProposals, { query: { state, page } }));
  return (
    <>
      <ScreenHeading
        title="Review Posts"
        subtitle="Posts from people, assistants and automation. Nothing here is published before it is approved."
        action={<ButtonLink to="/super-generator">Back to automation</ButtonLink>}
      />
      <SegmentedControl
        label="Show"
        value={state}
        options={STATES}
        onValueChange={(value) => setSearch({ inbox: value, page: null })}
        className="mb-4"
      />
      {data !== undefined && <ProposalList proposals={data.proposals} state={state} />}
      {data === undefined && error === null && <Skeleton rows={5} />}
      {data === undefined && error !== null && (
        <Problem
          error={error}
          title="We couldn't load the posts"
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {data !== undefined && (
        <Pager
          current={page}
          pages={data.pagination.pages}
          onPage={(next) => setSearch({ inbox: state, page: String(next) })}
        />
      )}
    </>
  );
}

function ProposalList({ proposals, state }: { proposals: readonly Proposal[]; state: Shown }) {
  const actions = useProposalActions();
  const [open, setOpen] = useState<{ kind: ProposalDialogKind; proposal: Proposal } | null>(null);
  const close = () => setOpen(null);
  // Somebody else may change it meanwhile; one that is decided is as it was.
  const now = (opened: Proposal) => proposals.find(({ id }) => id === opened.id) ?? opened;
  return (
    <>
      {proposals.length === 0 && (
        <p className="text-ink-soft">
          {state === 'waiting'
            ? "Nothing needs your approval. When somebody proposes a post, you'll see it here first."
            : 'Nothing has been decided yet.'}
        </p>
      )}
      {proposals.length > 0 && (
        <ol aria-label="Posts to review" className="flex flex-col gap-4">
          {proposals.map((proposal, place) => (
            <ProposalCard
              key={proposal.id}
              proposal={proposal}
              place={place}
              actions={actions}
              onOpen={(kind, of) => setOpen({ kind, proposal: of })}
            />
          ))}
        </ol>
      )}
      {open?.kind === 'edit' && <EditProposalDialog proposal={now(open.proposal)} actions={actions} onClose={close} />}
      {open?.kind === 'reject' && <RejectProposalDialog proposal={open.proposal} actions={actions} onClose={close} />}
    </>
  );
}
