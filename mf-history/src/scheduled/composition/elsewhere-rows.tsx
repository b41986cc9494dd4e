import { readComposition, type Post } from '@pagecast/api/contract';
import { apiQuery, cn, contentTypeLabel, Problem, PublishNowButton, StatusBadge, Time } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { mayBeOut } from '../resolve-buttons.tsx';
import { PART_EDGE, TYPE_COLUMN } from '../scheduled-row.tsx';
import { causeOf } from '../waiting-posts.ts';

export const ROW =
  'align-top max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-2 max-lg:p-4';
export const CELL = 'lg:px-2 lg:py-3 xl:px-3';

/** Posts of the same text that the list does not hold: they are out, wait for their owner, or are further down. */
export function ElsewhereRows({ id, listed }: { id: number; listed: readonly Post[] }) {
  const { data, error, refetch } = useQuery(apiQuery(readComposition, { params: { id } }));
  if (error !== null)
    return (
      <tr className={ROW}>
        <td colSpan={6} className={CELL}>
          <Problem error={error} title="We couldn't load the other pages" onRetry={() => void refetch()} />
        </td>
      </tr>
    );
  const elsewhere = data?.posts.filter((post) => !listed.some((one) => one.id === post.id)) ?? [];
  return elsewhere.map((post) => <ElsewhereRow key={post.id} post={post} />);
}

function ElsewhereRow({ post }: { post: Post }) {
  const isTroubled = post.status === 'failed' || post.status === 'missed';
  return (
    <tr className={`${ROW} ${PART_EDGE} bg-sunken`}>
      <td className={`${CELL} max-lg:basis-full`}>
        {isTroubled ? (
          <p className="text-xs text-bad">{causeOf(post)}</p>
        ) : (
          <span className="line-clamp-1 text-ink-soft">{post.content}</span>
        )}
      </td>
      <td className={`${CELL} max-lg:wrap-anywhere`}>{post.pageName ?? 'Unknown Page'}</td>
      <td className={cn(CELL, 'text-ink-soft', TYPE_COLUMN)}>{contentTypeLabel(post.contentType)}</td>
      <td className={CELL}>{post.scheduledAt !== null && <Time instant={post.scheduledAt} />}</td>
      <td className={CELL}>
        <StatusBadge status={post.status} />
      </td>
      <td className={CELL}>
        {isTroubled && !mayBeOut(post) && <PublishNowButton post={post} label="Publish again" />}
      </td>
    </tr>
  );
}
