import type { Post, TiedPosts } from '@pagecast/api/contract';
import { cn, contentTypeLabel, PublishNowButton, StatusBadge, Time } from '@pagecast/shell/kit';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { mayBeOut } from '../resolve-buttons.tsx';
import { SelectBox, SPOKEN_LENGTH } from '../selection/select-box.tsx';
import { PART_EDGE, TYPE_COLUMN } from '../scheduled-row.tsx';
import { CELL, ElsewhereRows, ROW } from './elsewhere-rows.tsx';
import { TogetherActions } from './together-actions.tsx';
import { countOf, worstStatus } from './worst-status.ts';

interface Props {
  /** What became of all of them. */
  readonly tied: TiedPosts;
  /** Those that the list shows. */
  readonly posts: readonly Post[];
  readonly now: Date;
  /** The post that the address asks for is one of them. */
  readonly holdsShown: boolean;
  readonly children: ReactNode;
}

/** Posts of one text for several pages: one row, which opens to theirs. */
export function CompositionRows({ tied, posts, now, holdsShown, children }: Props) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? holdsShown;
  return (
    <>
      <SummaryRow
        tied={tied}
        postIds={posts.map(({ id }) => id)}
        type={contentTypeLabel(posts[0]?.contentType ?? '')}
        now={now}
        isOpen={isShown}
        onToggle={() => setIsOpen(!isShown)}
      />
      {isShown && children}
      {isShown && countOf(tied) > posts.length && <ElsewhereRows id={tied.compositionId} listed={posts} />}
    </>
  );
}

function SummaryRow({
  tied,
  postIds,
  type,
  now,
  isOpen,
  onToggle,
}: {
  tied: TiedPosts;
  /** Those of them that the list shows: they are selected together. */
  postIds: readonly number[];
  type: string;
  now: Date;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const count = countOf(tied);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <tr className={cn(ROW, isOpen && PART_EDGE)} data-posts={postIds.join(',')}>
      <td className={`${CELL} max-lg:basis-full`}>
        <div className="flex items-start gap-2">
          <SelectBox ids={postIds} of={`${tied.excerpt.slice(0, SPOKEN_LENGTH)}, ${postIds.length} pages`} />
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="flex min-h-6 items-start gap-1.5 text-start pointer-coarse:min-h-11"
          >
            <Chevron aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              {tied.excerpt}
            </span>
          </button>
        </div>
        {tied.troubled.length > 0 && <Troubled tied={tied} />}
      </td>
      <td className={CELL}>{count === 1 ? '1 page' : `${count} pages`}</td>
      <td className={cn(CELL, 'text-ink-soft', TYPE_COLUMN)}>{type}</td>
      <td className={CELL}>
        {tied.scheduledAt !== null && (
          <Time instant={tied.scheduledAt} relative relativeClassName="lg:block" now={now} />
        )}
      </td>
      <td className={CELL}>
        <StatusBadge status={worstStatus(tied)} />
      </td>
      <td className={`${CELL} max-lg:basis-full`}>
        <TogetherActions tied={tied} />
      </td>
    </tr>
  );
}

/** The pages that did not get it, each with another try. */
function Troubled({ tied }: { tied: TiedPosts }) {
  const more = countOf(tied, ['failed', 'missed']) - tied.troubled.length;
  return (
    <ul aria-label="Not published" className="mt-1 flex flex-col gap-1 text-xs text-bad">
      {tied.troubled.map((post) => (
        <li key={post.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere">Not published: {post.pageName ?? 'Unknown Page'}</span>
          {!mayBeOut(post) && <PublishNowButton post={post} label="Publish again" />}
        </li>
      ))}
      {more > 0 && <li>And {more === 1 ? '1 more page' : `${more} more pages`}. See Needs attention.</li>}
    </ul>
  );
}
