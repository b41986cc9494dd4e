import { mediaUrl, type Proposal } from '@pagecast/api/contract';
import { Badge, TextChanges, Time, type Tone } from '@pagecast/shell/kit';
import type { ReactNode, Ref } from 'react';
import { mayDecide } from './may.ts';
import { ProposalReasons } from './proposal-reasons.tsx';
import { REJECTION_LABELS } from './rejection-labels.ts';

const STATES: Record<Proposal['state'], readonly [label: string, tone: Tone]> = {
  waiting: ['Needs your approval', 'warn'],
  draft: ['Off the schedule', 'neutral'],
  scheduled: ['Scheduled', 'accent'],
  publishing: ['Publishing', 'accent'],
  published: ['Published', 'ok'],
  failed: ['Failed', 'bad'],
  missed: ['Missed', 'bad'],
  deleted: ['Deleted', 'neutral'],
  rejected: ['Rejected', 'neutral'],
  withdrawn: ['Withdrawn', 'neutral'],
  expired: ['Expired', 'neutral'],
};

interface Props {
  readonly proposal: Proposal;
  /** Takes the focus when another post comes up in its place. */
  readonly ref?: Ref<HTMLElement>;
  /** What is to be answered, or what was. */
  readonly children?: ReactNode;
}

/** One post that somebody proposes: all that an approval is about, and below it what is answered. */
export function ProposalCard({ proposal, ref, children }: Props) {
  const [label, tone] = STATES[proposal.state];
  const isWaiting = proposal.state === 'waiting';
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={`Post for ${proposal.pageName ?? 'its page'}`}
      className="flex scroll-mt-20 flex-col rounded-card max-sm:grow border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-semibold wrap-anywhere">{proposal.pageName}</p>
        <Badge tone={tone}>{isWaiting && !mayDecide(proposal) ? 'Waiting for approval' : label}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {proposal.scheduledAt !== null && (
          <>
            <Time instant={proposal.scheduledAt} /> ·{' '}
          </>
        )}
        {proposal.scheduledAt === null && isWaiting && 'As soon as it is approved · '}
        <ProposedBy proposal={proposal} />
      </p>
      {proposal.pageOwner != null && (
        <p className="text-sm text-ink-soft">
          Page shared by <bdi className="wrap-anywhere">{proposal.pageOwner}</bdi>
        </p>
      )}
      <ProposedText proposal={proposal} />
      <Files proposal={proposal} />
      {proposal.note !== null && proposal.note !== '' && (
        <p dir="auto" className="mt-2 text-sm wrap-anywhere text-ink-soft">
          Note: {proposal.note}
        </p>
      )}
      <ProposalReasons reasons={proposal.reasons} />
      {proposal.similar !== null && <SimilarPost similar={proposal.similar} />}
      {proposal.problem !== null && <p className="mt-2 text-sm text-bad">{proposal.problem.message}</p>}
      {children}
    </article>
  );
}

/** The name of a token is what somebody else wrote: it stands for itself, whatever it says. */
function ProposedBy({ proposal: { source, proposedBy } }: { proposal: Proposal }) {
  if (source === 'automation') return <>Written by automation</>;
  const { name, tokenName } = proposedBy;
  return (
    <>
      Proposed by <bdi className="wrap-anywhere">{tokenName ?? name ?? 'Somebody'}</bdi>
      {tokenName !== null && (
        <>
          {' '}
          (token of <bdi className="wrap-anywhere">{name ?? 'somebody'}</bdi>)
        </>
      )}
    </>
  );
}

/** What is new stands out where it was another text before. */
function ProposedText({ proposal: { content, former } }: { proposal: Proposal }) {
  if (former === null || former.content === content)
    return (
      <>
        <p dir="auto" className="mt-3 max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
          {content}
        </p>
        {former !== null && <OtherChanges former={former} />}
      </>
    );
  return (
    <>
      <p dir="auto" className="mt-3 max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
        <TextChanges before={former.content} after={content} />
      </p>
      <OtherChanges former={former} />
    </>
  );
}

/** What else than its text is not as it was. */
function OtherChanges({ former }: { former: NonNullable<Proposal['former']> }) {
  return (
    <p className="mt-2 text-sm text-ink-soft">
      Changed. Before, it was for {former.pageName ?? 'another page'}
      {former.scheduledAt === null ? (
        ', as soon as it is approved'
      ) : (
        <>
          , <Time instant={former.scheduledAt} />
        </>
      )}
      {former.hasOtherMedia && ', with other media'}.
    </p>
  );
}

/** All that is approved is seen: a press shows an image as large as it is. */
function Files({ proposal: { media } }: { proposal: Proposal }) {
  if (media.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {media.map(({ id, mimeType, altText }, place) => (
        <li key={id} className="max-w-full">
          {mimeType.startsWith('video/') ? (
            // It has no words of its own to show.
            // oxlint-disable-next-line jsx-a11y/media-has-caption
            <video
              controls
              preload="metadata"
              src={mediaUrl(id)}
              aria-label={altText ?? 'Video of the post'}
              className="max-h-80 max-w-full rounded-control border border-line"
            />
          ) : (
            <a href={mediaUrl(id)} target="_blank" rel="noreferrer" title="See it in full">
              <img
                src={mediaUrl(id)}
                alt={altText ?? `Image ${place + 1} of the post, without alt text`}
                className="max-h-80 max-w-full rounded-control border border-line"
              />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function SimilarPost({ similar }: { similar: NonNullable<Proposal['similar']> }) {
  return (
    <div className="mt-3 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      <p className="font-semibold">
        {similar.isSame ? 'This page has the same post already' : 'This page has a very similar post'}
      </p>
      <p>
        {similar.kind === 'post' ? 'Post' : 'Proposal'}, <Time instant={similar.at} />
      </p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink">
        {similar.content}
      </p>
    </div>
  );
}

/** What was decided, by whom and why. */
export function Decision({ proposal: { state, decision, permalinkUrl } }: { proposal: Proposal }) {
  return (
    <>
      {state === 'expired' && <p className="mt-3 text-sm text-ink-soft">Nobody decided on it in time.</p>}
      {decision !== null && (
        <p className="mt-3 text-sm wrap-anywhere text-ink-soft">
          {decision.by === null ? (
            'By its token'
          ) : (
            <>
              By <bdi>{decision.by}</bdi>
            </>
          )}
          , <Time instant={decision.at} />
          {decision.kind != null && ` · ${REJECTION_LABELS[decision.kind]}`}
          {decision.reason !== null && decision.reason !== '' && <>: {decision.reason}</>}
        </p>
      )}
      {permalinkUrl !== null && (
        <a href={permalinkUrl} target="_blank" rel="noreferrer" className="text-sm underline">
          See it on Facebook
        </a>
      )}
    </>
  );
}
