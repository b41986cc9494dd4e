import { Link } from '@pagecast/shell/kit';
import { CircleX, TriangleAlert } from 'lucide-react';
import type { Finding } from './check-text.ts';

/** One finding, and what can be done about it. */
export function FindingLine({
  tone,
  text,
  postId,
  isOfOther = false,
  mend = 'Write it again',
  onMend,
}: Finding & { mend?: string; onMend?: (() => void) | undefined }) {
  const Icon = tone === 'bad' ? CircleX : TriangleAlert;
  return (
    <li className="flex gap-2 wrap-anywhere">
      <Icon
        role="img"
        aria-label={tone === 'bad' ? 'Problem' : 'Warning'}
        className={tone === 'bad' ? 'mt-0.5 size-4 shrink-0 text-bad' : 'mt-0.5 size-4 shrink-0 text-warn'}
      />
      <span>
        {text}
        {postId !== undefined && (
          <>
            {' '}
            <Link
              to={`/history/post?id=${postId}${isOfOther ? '&of=others' : ''}`}
              className="whitespace-nowrap text-accent underline"
            >
              See that post
            </Link>
          </>
        )}
        {onMend !== undefined && (
          <>
            {' '}
            <button
              type="button"
              onClick={onMend}
              className="min-h-6 whitespace-nowrap text-accent underline pointer-coarse:min-h-11"
            >
              {mend}
            </button>
          </>
        )}
      </span>
    </li>
  );
}
