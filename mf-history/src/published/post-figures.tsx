import type { PostResult } from '@pagecast/api/contract';
import { Badge, cn, Time } from '@pagecast/shell/kit';
import { Trophy } from 'lucide-react';
import { describeComparison, describeResult, describeSoFar } from './describe-result.ts';

/** The columns of figures: the headings above a list have the same. */
export const FIGURE_COLUMNS = 'grid grid-cols-4 lg:grid-cols-[3.75rem_5.75rem_4rem_3.75rem]';

const FIGURES = [
  ['Likes', 'likes'],
  ['Comments', 'comments'],
  ['Shares', 'shares'],
  ['Total', 'engagement'],
] as const;

/** @param result undefined: on its way; null: could not be loaded */
export function PostFigures({ result }: { result: PostResult | null | undefined }) {
  return (
    <div className="flex min-h-18 min-w-0 flex-col gap-1 lg:min-h-16">
      <dl className={FIGURE_COLUMNS}>
        {FIGURES.map(([name, key]) => (
          <div key={key} className="lg:text-right">
            <dt className="text-xs text-ink-soft lg:sr-only">{name}</dt>
            <dd className={cn('tabular-nums', key === 'engagement' && 'font-semibold')}>
              <Figure value={result === undefined ? undefined : (result?.figures?.[key] ?? null)} />
            </dd>
          </div>
        ))}
      </dl>
      {result && <Verdict result={result} />}
    </div>
  );
}

/** What could not be read is not 0. */
function Figure({ value }: { value: number | null | undefined }) {
  if (value === undefined) return <span aria-hidden>{'\u00a0'}</span>;
  if (value !== null) return value.toLocaleString('en');
  return (
    <>
      <span aria-hidden className="text-ink-soft">
        –
      </span>
      <span className="sr-only">unknown</span>
    </>
  );
}

function whyOf({ comparison, soFar = null }: PostResult): string | undefined {
  if (comparison !== null) return describeComparison(comparison);
  return soFar === null ? undefined : describeSoFar(soFar);
}

function Verdict({ result }: { result: PostResult }) {
  const { comparison, figures, isGone, soFar = null } = result;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs lg:justify-end">
      {comparison?.isBest === true && (
        <Badge tone="ok" icon={<Trophy aria-hidden />}>
          Top post
        </Badge>
      )}
      <span title={whyOf(result)} className="text-ink">
        {describeResult(result)}
        {soFar !== null && (
          <>
            , the first <Time instant={soFar.first} format="relative" />
          </>
        )}
      </span>
      {figures && (
        <span className="text-ink-soft">
          {isGone ? 'No longer on Facebook. Read ' : 'Read '}
          <Time instant={figures.readAt} format="relative" />
        </span>
      )}
    </div>
  );
}
