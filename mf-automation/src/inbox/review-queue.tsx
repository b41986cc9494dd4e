import type { Proposal, RejectionKind } from '@pagecast/api/contract';
import { letterShortcuts, Problem, Skeleton, useLetterKeys, useNotify } from '@pagecast/shell/kit';
import { useEffect, useRef, useState, type RefCallback } from 'react';
import { useSteadyAim } from '../queue/use-steady-aim.ts';
import { EditProposalDialog } from './edit-proposal-dialog.tsx';
import { mayChange, mayDecide } from './may.ts';
import { ProposalAnswers, type ProposalDialogKind } from './proposal-answers.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { QueuePlace } from './queue-place.tsx';
import { RejectProposalDialog } from './reject-proposal-dialog.tsx';
import { ReviewKeys } from './review-keys.tsx';
import { useProposalActions, type ProposalActions } from './use-proposal-actions.ts';
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

/** The window that is open, and the post that it is for. */
interface Opened {
  readonly kind: ProposalDialogKind;
  readonly proposal: Proposal;
}

/** All posts that wait, one after the other: the next one comes up when one is decided. */
export function ReviewQueue() {
  const place = useReviewPlace();
  const actions = useProposalActions();
  const [said, setSaid] = useState<Said | null>(null);
  const [open, setOpen] = useState<Opened | null>(null);
  const { shown, leave } = place;
  return (
    <>
      {said !== null && <VoiceOffer key={said.proposal.id} said={said} onClose={() => setSaid(null)} />}
      <WaitingPosts place={place} actions={actions} isCovered={open !== null} onOpen={setOpen} />
      {open !== null && (
        <ProposalDialog
          // As the queue has it by now. One that has left it stays while its window is open: what was typed is for it,
          // and for no other.
          open={shown?.id === open.proposal.id ? { ...open, proposal: shown } : open}
          actions={actions}
          onClose={() => setOpen(null)}
          onRejected={(verdict) => {
            setOpen(null);
            setSaid(verdict);
            leave(verdict.proposal);
          }}
        />
      )}
    </>
  );
}

function ProposalDialog({
  open: { kind, proposal },
  onRejected,
  ...rest
}: {
  readonly open: Opened;
  readonly actions: ProposalActions;
  readonly onClose: () => void;
  readonly onRejected: (said: Said) => void;
}) {
  if (kind === 'edit') return <EditProposalDialog proposal={proposal} {...rest} />;
  return (
    <RejectProposalDialog
      proposal={proposal}
      onRejected={(verdict) => onRejected({ proposal, ...verdict })}
      {...rest}
    />
  );
}

interface WaitingProps {
  readonly actions: ProposalActions;
  /** A window is open above it. */
  readonly isCovered: boolean;
  readonly onOpen: (open: Opened) => void;
}

function WaitingPosts({
  place: { shown, index, total, error, refetch, isRead, goTo, leave },
  ...rest
}: WaitingProps & { readonly place: ReturnType<typeof useReviewPlace> }) {
  const isNoneLeft = isRead && total === 0;
  const next = useFocusOnNext(isNoneLeft ? null : shown?.id, rest.isCovered);
  if (error !== null)
    return <Problem error={error} title="We couldn't load the posts" onRetry={() => void refetch()} />;
  if (isNoneLeft)
    return (
      <p ref={next} tabIndex={-1} role="status" className="text-ink-soft">
        Nothing needs your approval. When somebody proposes a post, you'll see it here first.
      </p>
    );
  if (shown === undefined) return <Skeleton rows={5} />;
  return (
    <PostUnderReview card={next} proposal={shown} place={{ index, total }} onGo={goTo} onDecided={leave} {...rest} />
  );
}

interface Props extends WaitingProps {
  readonly card: RefCallback<HTMLElement>;
  readonly proposal: Proposal;
  readonly place: { readonly index: number; readonly total: number };
  readonly onGo: (to: number) => void;
  readonly onDecided: (proposal: Proposal) => void;
}

function PostUnderReview({ card, proposal, place, actions, onGo, onDecided, onOpen }: Props) {
  const notify = useNotify();
  const isAimed = useSteadyAim(proposal.contentHash, READ_AT_LEAST_MS);
  const answers = useRef<HTMLDivElement>(null);
  const decided = () => onDecided(proposal);
  const open = (kind: ProposalDialogKind) => onOpen({ kind, proposal });

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
    e: () => mayChange(proposal) && open('edit'),
    r: () => mayDecide(proposal) && open('reject'),
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
            onOpen={open}
            onWithdrawn={decided}
          />
        </ProposalCard>
        <QueuePlace {...place} onGo={onGo} />
      </div>
      {letterShortcuts.areOn() && <ReviewKeys />}
    </>
  );
}

/**
 * Whoever decides goes on at what comes up then: the beginning of the next post, which a screen reader reads, or that
 * none is left.
 * @param shown the id of a post; null: none waits; undefined: it is being read
 */
function useFocusOnNext(shown: string | null | undefined, isCovered: boolean): RefCallback<HTMLElement> {
  const next = useRef<HTMLElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (shown === undefined || shown === last.current || isCovered) return;
    const wasAtPost = typeof last.current === 'string';
    last.current = shown;
    // After a window that just closed has given the focus back.
    if (wasAtPost) requestAnimationFrame(() => next.current?.focus());
  }, [shown, isCovered]);
  return (element) => {
    next.current = element;
  };
}

/** What is approved by a key was read to its end. */
function isInView(part: HTMLElement | null): boolean {
  return part !== null && part.getBoundingClientRect().top < window.innerHeight;
}
