import type { Proposal } from '@pagecast/api/contract';
import { Time } from '@pagecast/shell/kit';
import type { Ref } from 'react';

interface Props {
  /** What one goes on with. */
  readonly ref: Ref<HTMLButtonElement>;
  readonly title: string;
  /** As it is by now. */
  readonly proposal: Proposal;
  /** What is not lost, and not done. */
  readonly still: string;
  readonly seenLabel: string;
  readonly onSeen: () => void;
}

/** Somebody else saved another version while a window is open over this one: it is not decided on unseen. */
export function ChangedMeanwhile({ ref, title, proposal, still, seenLabel, onSeen }: Props) {
  const { content, media, pageName, scheduledAt } = proposal;
  return (
    <div role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      <p className="font-semibold">{title}</p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink">
        {content}
      </p>
      <p className="mt-1 wrap-anywhere text-ink">
        {pageName ?? 'Its page'}, {scheduledAt === null ? 'as soon as it is approved' : <Time instant={scheduledAt} />}
        {media.length > 0 && `, ${media.length} ${media.length === 1 ? 'file' : 'files'}`}
      </p>
      <p className="mt-1">
        {still}{' '}
        <button
          ref={ref}
          type="button"
          className="min-h-6 font-medium underline pointer-coarse:min-h-11"
          onClick={onSeen}
        >
          {seenLabel}
        </button>
      </p>
    </div>
  );
}
