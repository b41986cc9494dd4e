import { Button, useNotify } from '@pagecast/shell/kit';
import { CircleCheck, Plus, TextCursorInput, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { distinctClaims, together, type Found, type PlacedClaim } from './place-claims.ts';
import { showInText } from './show-in-text.ts';
import { UNDERLINED, Underlines } from './underlines.tsx';
import { useClaims, type Written } from './use-claims.ts';

/** As long as the field of the brief is. */
const BRIEF_LENGTH = 1000;
/** As many are named before somebody asks for the rest. */
const NAMED = 5;

const KIND_WORDS = {
  number: 'Number',
  price: 'Price',
  percentage: 'Percentage',
  quantity: 'Amount',
  date: 'Date',
  time: 'Time',
  contact: 'Contact',
  name: 'Name',
  superlative: 'Superlative',
  comparison: 'Comparison',
} as const satisfies Record<PlacedClaim['kind'], string>;

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
        <Unsourced
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

function Unsourced({
  claims,
  count,
  onShow,
  brief,
  onBrief,
}: {
  claims: readonly PlacedClaim[];
  count: number;
  onShow: (claim: PlacedClaim) => void;
  brief: string;
  onBrief: (brief: string) => void;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const notify = useNotify();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? claims : claims.slice(0, NAMED);

  /** Its line goes away once the text is looked at again: the focus goes on to those that stay. */
  function handleKnown(claim: PlacedClaim): void {
    const longer = withFact(brief, claim.text);
    if (longer.length > BRIEF_LENGTH)
      return notify({
        tone: 'destructive',
        title: 'Your brief is full',
        description: `It has room for ${BRIEF_LENGTH.toLocaleString('en')} characters. Shorten it first.`,
      });
    onBrief(longer);
    heading.current?.focus();
    notify({ tone: 'default', title: 'Added to your brief', description: `“${claim.text}”` });
  }

  return (
    <section aria-labelledby={id} className="rounded-control border border-line bg-sunken px-3 py-3">
      <h2 ref={heading} id={id} tabIndex={-1} className="flex items-center gap-2 rounded-sm font-medium">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        <span className={UNDERLINED}>No source</span>
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{saidOf(count)}</p>
      <ul className="mt-2 divide-y divide-line border-t border-line">
        {shown.map((claim) => (
          <li key={claim.text} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              “{claim.text}”{' '}
              <span className="text-xs text-ink-soft">
                {KIND_WORDS[claim.kind]}
                {claim.times > 1 && `, ${claim.times} times`}
              </span>
            </span>
            <span className="flex flex-wrap gap-1">
              <Button
                size="sm"
                variant="ghost"
                icon={<TextCursorInput aria-hidden />}
                aria-label={`Show “${claim.text}” in the text`}
                onClick={() => onShow(claim)}
              >
                Show
              </Button>
              <Button
                size="sm"
                icon={<Plus aria-hidden />}
                aria-label={`Add to brief: “${claim.text}”`}
                onClick={() => handleKnown(claim)}
              >
                Add to brief
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < claims.length && (
        <Button size="sm" variant="ghost" className="mt-1" onClick={() => setShowsAll(true)}>
          Show {claims.length - shown.length} more
        </Button>
      )}
    </section>
  );
}

function namesOf(words: readonly Found[]): string {
  return [...new Set(words.map(({ text }) => `“${text.toLowerCase()}”`))].join(', ');
}

function saidOf(count: number): string {
  return count === 1
    ? "1 claim in this text isn't in your brief. Add it to your brief, or take it out."
    : `${count.toLocaleString('en')} claims in this text aren't in your brief. Add each to your brief, or take it out.`;
}

function tooLong(checkedTo: number): string {
  return `This text is too long to check to its end. We checked the first ${checkedTo.toLocaleString('en')} characters.`;
}

function withFact(brief: string, fact: string): string {
  return brief.trim() === '' ? fact : `${brief.trimEnd().replace(/[,;]$/, '')}, ${fact}`;
}
