import { listProposals } from '@pagecast/api/contract';
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
import { Decision, ProposalCard } from './proposal-card.tsx';
import { ReviewQueue } from './review-queue.tsx';

const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const;
type Shown = (typeof STATES)[number]['value'];

/** What waits for a person: posts that assistants propose, and drafts of automation. */
export function InboxScreen() {
  const [search, setSearch] = useSearch();
  const state: Shown = search['inbox'] === 'decided' ? 'decided' : 'waiting';
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
      {state === 'waiting' ? <ReviewQueue /> : <DecidedPosts />}
    </>
  );
}

/** What became of proposals, the newest first. */
function DecidedPosts() {
  const [search, setSearch] = useSearch();
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1);
  const { data, error, refetch } = useQuery(apiQuery(listProposals, { query: { state: 'decided', page } }));
  if (data === undefined && error !== null)
    return <Problem error={error} title="We couldn't load the posts" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={5} />;
  if (data.proposals.length === 0) return <p className="text-ink-soft">Nothing has been decided yet.</p>;
  return (
    <>
      <ol aria-label="Decided posts" className="flex flex-col gap-4">
        {data.proposals.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard proposal={proposal}>
              <Decision proposal={proposal} />
            </ProposalCard>
          </li>
        ))}
      </ol>
      <Pager
        current={page}
        pages={data.pagination.pages}
        onPage={(next) => setSearch({ inbox: 'decided', page: String(next) })}
      />
    </>
  );
}
