import { type Post, PROBLEM_ACTION, type ProblemCode } from '@pagecast/api/contract';
import { FacebookDetails, ReconnectButton } from '@pagecast/shell/kit';
import { ExternalLink } from 'lucide-react';

/** Problems of a page that a login mends: of a post in doubt, we can then see for ourselves. */
const LETS_US_CHECK = new Set<string>([
  'reconnect',
  'lost_key',
  'other_app',
  'no_permission',
  'missing_permissions',
  'left_out',
] satisfies ProblemCode[]);

/**
 * What is known of a problem beside its words, and the way to mend it when that is not on this screen. Unknown actions
 * have none.
 */
export function ProblemHelp({ problem }: { problem: Post['problem'] }) {
  if (problem === null) return null;
  return (
    <div className="mt-1 flex flex-col items-start gap-1.5 empty:hidden">
      {(problem.action === PROBLEM_ACTION.reconnect ||
        (problem.action === PROBLEM_ACTION.resolve && LETS_US_CHECK.has(problem.code))) && (
        <ReconnectButton variant="secondary" />
      )}
      {problem.action === PROBLEM_ACTION.openFacebook && (
        <a
          href="https://www.facebook.com/"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1 font-medium underline"
        >
          Open Facebook
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
      <FacebookDetails fault={problem.facebook} />
    </div>
  );
}
