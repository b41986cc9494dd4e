import { CircleCheck, TriangleAlert } from 'lucide-react';
import { createPortal } from 'react-dom';
import { distinctClaims, together, type Found } from './place-claims.ts';
import { showInText } from './show-in-text.ts';
import { Underlines } from './underlines.tsx';
import { saidOf, UnsourcedList } from './unsourced-list.tsx';
import { useClaims, type Written } from './use-claims.ts';

interface Props extends Written {
  /** Around the text area; the lines under the claims are put there too. */
  readonly frame: HTMLElement;
  readonly onBrief: (brief: string) => void;
}

/** What a text by the AI claims without a source: underlined in the text, and listed with what to do. */
export function ClaimsCheck({ frame, onBrief, ...written }: Props) {
  const { answer, claims, avoided, isError } = useClaims(written);
  const found = together(claims, avoided);
  const area = frame.querySelector('textarea');
  if (isError) return <p className="text-sm text-ink-soft">We couldn't check what this text claims.</p>;
  if (answer === undefined) return null;
  return (
    <>
      {area !== null &&
        found.length > 0 &&
        createPortal(<Underlines area={area} text={written.text} found={found} />, frame)}
      <div role="status" className="text-sm">
        {claims.length === 0 && answer.sourced > 0 && (
          <p className="flex gap-2 text-ink-soft">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            Every claim in this text has a source.
          </p>
        )}
        {claims.length > 0 && <span className="sr-only">{saidOf(answer.unsourced)}</span>}
        {avoided.length > 0 && (
          <p className="flex gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
            <span className="wrap-anywhere">
              This page avoids {namesOf(avoided)}. Take it out, or change the page voice.
            </span>
          </p>
        )}
        {answer.checkedTo !== null && <p className="text-warn">{tooLong(answer.checkedTo)}</p>}
      </div>
      {claims.length > 0 && area !== null && (
        <UnsourcedList
          claims={distinctClaims(claims)}
          count={answer.unsourced}
          onShow={(claim) => showInText(area, frame, claim)}
          brief={written.brief}
          onBrief={onBrief}
        />
      )}
    </>
  );
}

function namesOf(words: readonly Found[]): string {
  return [...new Set(words.map(({ text }) => `“${text.toLowerCase()}”`))].join(', ');
}

function tooLong(checkedTo: number): string {
  const checked = checkedTo.toLocaleString('en');
  return `This text is too long to check to its end. We checked the first ${checked} characters.`;
}
