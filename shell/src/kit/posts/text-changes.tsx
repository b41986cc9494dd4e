import { textDiff, type Stretch } from './text-diff.ts';

/**
 * What became of a text, word by word: what is new underlined, what is gone struck through, and both said to who hears
 * the screen.
 */
export function TextChanges({ before, after }: { before: string; after: string }) {
  return textDiff(before, after).map((stretch, place) => (
    // The stretches of a text have nothing else to be told apart by, and never move.
    // eslint-disable-next-line react/no-array-index-key
    <Changed key={place} stretch={stretch} />
  ));
}

function Changed({ stretch: { kind, text } }: { stretch: Stretch }) {
  if (kind === 'same') return text;
  if (kind === 'added')
    return (
      <ins className="rounded-sm bg-ok-soft px-0.5 text-ok underline underline-offset-2">
        <span className="sr-only"> added: </span>
        {text}
        <span className="sr-only"> end </span>
      </ins>
    );
  return (
    <del className="rounded-sm bg-bad-soft px-0.5 text-bad line-through">
      <span className="sr-only"> removed: </span>
      {text}
      <span className="sr-only"> end </span>
    </del>
  );
}
