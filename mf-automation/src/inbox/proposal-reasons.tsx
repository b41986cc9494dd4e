import type { Proposal } from '@pagecast/api/contract';
import { TriangleAlert } from 'lucide-react';

/** Where the text is in doubt, or an approval would be refused: what to do, unless its message says that. */
const ADVICE: Readonly<Record<string, string>> = {
  unsourced_claims: 'Approve it if they are true. If not, edit the text first.',
  avoided_words: 'Edit the text, or approve it as it is.',
  time_passed: '',
};

/** Why a person is asked. */
export function ProposalReasons({ reasons }: Pick<Proposal, 'reasons'>) {
  return reasons.map(({ code, message }) => {
    const advice = ADVICE[code];
    if (advice === undefined)
      return (
        <p key={code} className="mt-2 text-sm text-ink-soft">
          {message}
        </p>
      );
    return (
      <div key={code} className="mt-2 flex gap-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p className="min-w-0 wrap-anywhere">{`${message} ${advice}`.trimEnd()}</p>
      </div>
    );
  });
}
