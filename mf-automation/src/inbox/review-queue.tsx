import type { Proposal, RejectionKind } from '@pagecast/api/contract';
import { letterShortcuts, Problem, Skeleton, useLetterKeys, useNotify } from '@pagecast/shell/kit';
import { useEffect, useRef, useState } from 'react';
import { useSteadyAim } from '../queue/use-steady-aim.ts';
import { EditProposalDialog } from './edit-proposal-dialog.tsx';
import { mayChange, mayDecide } from './may.ts';
import { ProposalAnswers, type ProposalDialogKind } from './proposal-answers.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { QueuePlace } from './queue-place.tsx';
import { RejectProposalDialog } from './reject-proposal-dialog.tsx';
import { ReviewKeys } from './review-keys.tsx';
import { useProposalActions } from './use-proposal-actions.ts';
import { useReviewPlace } from './use-review-place.ts';
import { VoiceOffer } from './voice-offer.tsx';

/** A press that follows sooner is the second one of the post before: nobody reads a text in that time. */
const READ_AT_LEAST_MS = 600;

const MOVED = {
  tone: 'default',
  title: 'Another post just came up',
  description: "We didn't approve it. Please read it first.",
} as const;

/** What was said against a post of a page, for its voice. */
export interface Said {
  readonly proposal: Proposal;
  readonly kind: RejectionKind;
  readonly reason: string;
}

/** All posts that wait, one after the other: the next one comes up when one is decided. */
export function ReviewQueue() {
  const { shown, index, total, error, refetch, isRead, goTo, leave } = useReviewPlace();
  const [said, setSaid] = useState<Said | null>(null);
  if (error !== null)
    return <Problem error={error} title="We couldn't load the posts" onRetry={() => void refetch()} />;
  const offer = said !== null && <VoiceOffer key={said.proposal.id} said={said} onClose={() => setSaid(null)} />;
  if (isRead && total === 0)
    return (
      <>
        {offer}
        <p role="status" className="text-ink-soft">
          Nothing needs your approval. When somebody proposes a post, you'll see it here first.
        </p>
      </>
    );
  if (shown === undefined) return <Skeleton rows={5} />;
  return (
    <>
      {offer}
      <PostUnderReview
        proposal={shown}
        place={{ index, total }}
        onGo={goTo}
        onDecided={leave}
        onRejected={(verdict) => setSaid({ proposal: shown, ...verdict })}
      />
    </>
  );
}

interface Props {
  readonly proposal: Proposal;
  readonly place: { readonly index: number; readonly total: number };
  readonly onGo: (to: number) => void;
  readonly onDecided: (proposal: Proposal) => void;
  readonly onRejected: (verdict: { readonly kind: RejectionKind; readonly reason: string }) => void;
}

function PostUnderReview({ proposal, place, onGo, onDecided, onRejected }: Props) {
  const actions = useProposalActions();
  const notify = useNotify();
  const [open, setOpen] = useState<ProposalDialogKind | null>(null);
  const isAimed = useSteadyAim(proposal.contentHash, READ_AT_LEAST_MS);
  const answers = useRef<HTMLDivElement>(null);
  const card = useFocusOnNext(proposal.id);
  const decided = () => onDecided(proposal);

  function approve() {
    if (actions.approve.isPending) return;
    if (!isAimed()) return notify(MOVED);
    const { id, contentHash } = proposal;
    actions.approve.mutate({ params: { id }, body: { contentHash } }, { onSuccess: decided });
  }
  useLetterKeys({
    a: () => {
      if (!mayDecide(proposal)) return;
      if (isInView(answers.current)) approve();
      else answers.current?.scrollIntoView({ block: 'end' });
    },
    e: () => mayChange(proposal) && setOpen('edit'),
    r: () => mayDecide(proposal) && setOpen('reject'),
    j: () => place.index < place.total - 1 && onGo(place.index + 1),
    k: () => place.index > 0 && onGo(place.index - 1),
  });

  return (
    <>
      <div className="flex flex-col gap-4 max-sm:min-h-[calc(100dvh-18rem)] max-sm:justify-between">
        <ProposalCard ref={card} proposal={proposal}>
          <ProposalAnswers
            ref={answers}
            proposal={proposal}
            actions={actions}
            onApprove={approve}
            onOpen={setOpen}
            onWithdrawn={decided}
          />
        </ProposalCard>
        <QueuePlace {...place} onGo={onGo} />
      </div>
      {letterShortcuts.areOn() && <ReviewKeys />}
      {open === 'edit' && <EditProposalDialog proposal={proposal} actions={actions} onClose={() => setOpen(null)} />}
      {open === 'reject' && (
        <RejectProposalDialog
          proposal={proposal}
          actions={actions}
          onClose={() => setOpen(null)}
          onRejected={(verdict) => {
            setOpen(null);
            onRejected(verdict);
            decided();
          }}
        />
      )}
    </>
  );
}

/** Whoever decides goes on at the beginning of the next post, which a screen reader reads then. */
function useFocusOnNext(id: string) {
  const card = useRef<HTMLElement>(null);
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    // After a window that just closed has given the focus back.
    requestAnimationFrame(() => card.current?.focus());
  }, [id]);
  return card;
}

/** What is approved by a key was read to its end. */
function isInView(part: HTMLElement | null): boolean {
  return part !== null && part.getBoundingClientRect().top < window.innerHeight;
}
