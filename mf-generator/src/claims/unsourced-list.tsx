import { Button, useNotify } from '@pagecast/shell/kit';
import { Plus, TextCursorInput, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlacedClaim } from './place-claims.ts';
import { UNDERLINED } from './underlines.tsx';

/** As long as the field of the brief is. */
const BRIEF_LENGTH = 1000;
/** As many are named before somebody asks for the rest. */
const NAMED = 5;

/** Where the text is twice as large on a small phone, there is room for the words alone. */
const IN_ROOM = '@max-[9rem]:hidden';

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
  quotation: 'Quotation',
} as const satisfies Record<PlacedClaim['kind'], string>;

/** What has no source, named with what to do. */
export function UnsourcedList({
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
  const list = useRef<HTMLUListElement>(null);
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

  /** The button goes away with its press: the focus goes on to the first of the rest. */
  function handleAll(): void {
    flushSync(() => setShowsAll(true));
    list.current?.children[NAMED]?.querySelector('button')?.focus();
  }

  return (
    <section aria-labelledby={id} className="rounded-control border border-line bg-sunken px-3 py-3 @max-[9rem]:px-1.5">
      <h2 ref={heading} id={id} tabIndex={-1} className="flex items-center gap-2 rounded-sm font-medium">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        <span className={UNDERLINED}>No source</span>
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{saidOf(count)}</p>
      <ul ref={list} className="mt-2 divide-y divide-line border-t border-line">
        {shown.map((claim) => (
          <ClaimLine key={claim.text} claim={claim} onShow={onShow} onKnown={handleKnown} />
        ))}
      </ul>
      {shown.length < claims.length && (
        <Button size="sm" variant="ghost" className="mt-1" onClick={handleAll}>
          Show {claims.length - shown.length} more
        </Button>
      )}
    </section>
  );
}

function ClaimLine({
  claim,
  onShow,
  onKnown,
}: {
  claim: PlacedClaim;
  onShow: (claim: PlacedClaim) => void;
  onKnown: (claim: PlacedClaim) => void;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
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
          icon={<TextCursorInput aria-hidden className={IN_ROOM} />}
          aria-label={`Show “${claim.text}” in the text`}
          onClick={() => onShow(claim)}
        >
          Show
        </Button>
        <Button
          size="sm"
          icon={<Plus aria-hidden className={IN_ROOM} />}
          aria-label={`Add to brief: “${claim.text}”`}
          onClick={() => onKnown(claim)}
        >
          Add to brief
        </Button>
      </span>
    </li>
  );
}

/** How many there are, and what to do. */
export function saidOf(count: number): string {
  return count === 1
    ? "1 claim in this text isn't in your brief. Add it to your brief, or take it out."
    : `${count.toLocaleString('en')} claims in this text aren't in your brief. Add each to your brief, or take it out.`;
}

function withFact(brief: string, fact: string): string {
  return brief.trim() === '' ? fact : `${brief.trimEnd().replace(/[,;]$/, '')}, ${fact}`;
}
