import { readComposition, type Composition, type Post } from '@pagecast/api/contract';
import { apiQuery, cn, contentTypeLabel, IconButton, PublishNowButton, StatusBadge, Time } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { mayBeOut } from '../resolve-buttons.tsx';
import { TYPE_COLUMN } from '../scheduled-row.tsx';
import { causeOf } from '../waiting-posts.ts';
import { DeleteTogetherDialog } from './delete-together-dialog.tsx';
import { RescheduleTogetherDialog } from './reschedule-together-dialog.tsx';
import { failedIn, worstStatus } from './worst-status.ts';

/**
 * Posts of one text for several pages: one row, which opens to theirs.
 * @param posts those that the list shows
 */
export function CompositionRows({
  id,
  posts,
  now,
  holdsShown,
  children,
}: {
  id: number;
  posts: readonly Post[];
  now: Date;
  /** The post that the address asks for is one of them. */
  holdsShown: boolean;
  children: ReactNode;
}) {
  const { data } = useQuery(apiQuery(readComposition, { params: { id } }));
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? holdsShown;
  const all: readonly Post[] = data?.posts ?? posts;
  const elsewhere = all.filter((post) => !posts.some((one) => one.id === post.id));
  return (
    <>
      <SummaryRow all={all} now={now} composition={data} isOpen={isShown} onToggle={() => setIsOpen(!isShown)} />
      {isShown && children}
      {isShown && elsewhere.map((post) => <ElsewhereRow key={post.id} post={post} />)}
    </>
  );
}

const ROW = 'align-top max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-2 max-lg:p-4';
const CELL = 'lg:px-2 lg:py-3 xl:px-3';
const TYPE_CELL = cn(CELL, 'text-ink-soft', TYPE_COLUMN);

function SummaryRow({
  all,
  now,
  composition,
  isOpen,
  onToggle,
}: {
  all: readonly Post[];
  now: Date;
  composition: Composition | undefined;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const first = all.find(({ scheduledAt }) => scheduledAt !== null);
  const failed = failedIn(all);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <tr className={ROW}>
      <td className={`${CELL} max-lg:basis-full`}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-6 items-start gap-1.5 text-start pointer-coarse:min-h-11"
        >
          <Chevron aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {composition?.content ?? all[0]?.content}
          </span>
        </button>
        {failed.length > 0 && (
          <p className="mt-1 text-xs text-bad">Not published: {failed.map(({ pageName }) => pageName).join(', ')}</p>
        )}
      </td>
      <td className={CELL}>{all.length === 1 ? '1 page' : `${all.length} pages`}</td>
      <td className={TYPE_CELL}>{contentTypeLabel(all[0]?.contentType ?? '')}</td>
      <td className={CELL}>
        {first?.scheduledAt != null && (
          <Time instant={first.scheduledAt} relative relativeClassName="lg:block" now={now} />
        )}
      </td>
      <td className={CELL}>
        <StatusBadge status={worstStatus(all)} />
      </td>
      <td className={`${CELL} max-lg:basis-full`}>
        <TogetherActions composition={composition} />
      </td>
    </tr>
  );
}

function TogetherActions({ composition }: { composition: Composition | undefined }) {
  const [dialog, setDialog] = useState<'reschedule' | 'delete' | null>(null);
  return (
    <>
      <div className="flex items-center gap-1 lg:-my-1.5 lg:justify-end">
        <IconButton
          label="Reschedule together"
          icon={<CalendarClock aria-hidden />}
          disabled={composition === undefined}
          onClick={() => setDialog('reschedule')}
        />
        <IconButton
          label="Delete together"
          icon={<Trash2 aria-hidden />}
          destructive
          disabled={composition === undefined}
          onClick={() => setDialog('delete')}
        />
      </div>
      {composition !== undefined && dialog === 'reschedule' && (
        <RescheduleTogetherDialog composition={composition} onClose={() => setDialog(null)} />
      )}
      {composition !== undefined && dialog === 'delete' && (
        <DeleteTogetherDialog composition={composition} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** A post of the same text that this list does not show: it is out, or waits for its owner. */
function ElsewhereRow({ post }: { post: Post }) {
  const canRetry = (post.status === 'failed' || post.status === 'missed') && !mayBeOut(post);
  return (
    <tr className={`${ROW} bg-sunken`}>
      <td className={`${CELL} max-lg:basis-full`}>
        {post.status === 'failed' || post.status === 'missed' ? (
          <p className="text-xs text-bad">{causeOf(post)}</p>
        ) : (
          <span className="line-clamp-1 text-ink-soft">{post.content}</span>
        )}
      </td>
      <td className={CELL}>{post.pageName ?? 'Unknown Page'}</td>
      <td className={TYPE_CELL}>{contentTypeLabel(post.contentType)}</td>
      <td className={CELL}>{post.scheduledAt !== null && <Time instant={post.scheduledAt} />}</td>
      <td className={CELL}>
        <StatusBadge status={post.status} />
      </td>
      <td className={CELL}>{canRetry && <PublishNowButton post={post} label="Publish again" />}</td>
    </tr>
  );
}
