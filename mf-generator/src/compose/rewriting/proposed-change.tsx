import { Button, TextChanges, useCopy } from '@pagecast/shell/kit';
import { Check, Copy, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { focusIfLost } from '../../focus-if-lost.ts';
import { placeNow } from './place-change.ts';
import { costAfter, wordsOf } from './rewriting-words.ts';
import type { Proposed } from './use-rewriting.ts';

/** What the AI would change, word by word, for the person to keep or to discard. */
export function ProposedChange({
  proposed,
  now,
  onKeep,
  onDiscard,
}: {
  proposed: Proposed;
  /** The text as it is now: the person may have written on. */
  now: string;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  const copy = useCopy();
  const { part, content, original, costMicros } = proposed;
  const hasPlace = placeNow(original, part.range, now) !== null;
  const isSame = part.text === content;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that asked for it has gone away: who uses the keyboard goes on here, unless they write on in the text.
  useLayoutEffect(() => focusIfLost(heading.current), []);
  return (
    <section
      aria-label="Suggested change"
      className="flex flex-col gap-3 rounded-control border border-line bg-sunken p-3"
    >
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {isSame ? 'Nothing to change' : 'Suggested change'}
      </h2>
      <p
        dir="auto"
        // What scrolls can be scrolled by key as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Words added and removed"
        className="max-h-[45dvh] overflow-y-auto text-read wrap-anywhere whitespace-pre-wrap"
      >
        <TextChanges before={part.text} after={content} />
      </p>
      <p role="status" className="text-sm text-ink-soft">
        {wordsOf(part.text)} before, {wordsOf(content)} now. {costAfter(costMicros)}
      </p>
      {!hasPlace && (
        <p className="text-warn">
          You changed this part in the meantime, so the suggestion no longer fits. Copy what you need from it.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {hasPlace && !isSame && (
          <Button size="sm" variant="primary" icon={<Check aria-hidden />} onClick={onKeep}>
            Keep
          </Button>
        )}
        {!hasPlace && (
          <Button size="sm" icon={<Copy aria-hidden />} onClick={() => void copy(content)}>
            Copy suggestion
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={onDiscard}>
          {isSame ? 'Close' : 'Discard'}
        </Button>
      </div>
    </section>
  );
}
