import { diffWordsWithSpace } from 'diff';

/** What an edit took out of a text and put in, where it happened. */
export function TextChange({ before, after }: { before: string; after: string }) {
  return (
    <p className="rounded-control bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => {
        if (removed)
          return (
            <del key={index} className="bg-bad-soft text-bad">
              <span className="sr-only"> taken out: </span>
              {value}
            </del>
          );
        if (added)
          return (
            <ins key={index} className="bg-ok-soft text-ok">
              <span className="sr-only"> put in: </span>
              {value}
            </ins>
          );
        return <span key={index}>{value}</span>;
      })}
    </p>
  );
}
