import { type PageWarning, PROBLEM_ACTION } from '@pagecast/api/contract';
import { describeWarning, Link, ReconnectButton, useTimeZone } from '@pagecast/shell/kit';
import { TriangleAlert } from 'lucide-react';

/** The soonest; the bell tells of all of them. */
const SHOWN = 3;

/**
 * What will fail unless a page is mended in time. Nothing when that could not be read: each post shows its own problem.
 */
export function PageWarnings({ warnings }: { warnings: readonly PageWarning[] }) {
  const timeZone = useTimeZone();
  const rest = warnings.length - SHOWN;
  if (warnings.length === 0) return null;
  return (
    <section
      aria-labelledby="warnings-title"
      className={
        'flex flex-col gap-3 rounded-card border border-warn/40 bg-warn-soft p-4 text-warn sm:flex-row ' +
        'sm:items-start sm:justify-between sm:gap-6 sm:px-6'
      }
    >
      <div className="flex min-w-0 gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0">
          <h2 id="warnings-title" className="sr-only">
            Fix before posts fail
          </h2>
          <ul className="flex flex-col gap-2">
            {warnings.slice(0, SHOWN).map((warning) => (
              <li key={warning.facebookPageId} className="wrap-anywhere">
                <p className="font-medium">
                  {describeWarning(warning, timeZone)}
                  {warning.problem.action === PROBLEM_ACTION.reconnect ? ': reconnect' : ''}.
                </p>
                <p className="text-xs">{warning.problem.message}</p>
              </li>
            ))}
          </ul>
          {rest > 0 && (
            <p className="mt-2 font-medium">
              {rest === 1 ? 'One more page has' : `${rest} more pages have`} the same problem.
            </p>
          )}
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 max-sm:ml-7">
        <Link
          to="/scheduled"
          className="inline-flex min-h-6 items-center font-medium underline pointer-coarse:min-h-11"
        >
          See the posts
        </Link>
        {warnings.some(({ problem }) => problem.action === PROBLEM_ACTION.reconnect) && <ReconnectButton />}
      </div>
    </section>
  );
}
