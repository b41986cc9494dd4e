import { type PageWarning, PROBLEM_ACTION } from '@pagecast/api/contract';
import { TriangleAlert } from 'lucide-react';
import { describeWarning, Link, ReconnectButton, useTimeZone } from '../../kit/index.ts';

/** What will fail, and the one button that mends all of it. */
export function WarningList({ warnings, onReconnect }: { warnings: readonly PageWarning[]; onReconnect: () => void }) {
  const timeZone = useTimeZone();
  const canReconnect = warnings.some(({ problem }) => problem.action === PROBLEM_ACTION.reconnect);
  return (
    <section aria-label="Warnings" className="border-b border-line bg-warn-soft px-4 py-3">
      <ul className="flex flex-col gap-2">
        {warnings.map((warning) => (
          <li key={warning.facebookPageId} className="flex gap-3 text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">{describeWarning(warning, timeZone)}.</p>
              <p className="text-xs">{warning.problem.message}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-3 ml-7 flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* A window above a window: the panel makes way for the login. */}
        {canReconnect && <ReconnectButton onPress={onReconnect} />}
        <Link
          to="/settings"
          onClick={onReconnect}
          className="inline-flex min-h-6 items-center font-medium text-warn underline"
        >
          See your pages
        </Link>
      </div>
    </section>
  );
}
