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
      <ins className="text-ok underline decoration-2 underline-offset-2">
        <span className="sr-only"> added: </span>
        {text}
        <span className="sr-only"> end of added </span>
      </ins>
    );
  return (
    <del className="text-bad line-through">
      <span className="sr-only"> removed: </span>
      {text}
      <span className="sr-only"> end of removed </span>
    </del>
  );
}
